import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { disconnectSupplier } from "#app/domain/connection/disconnect-supplier.server.ts";
import { webhookAddress } from "#app/domain/context/webhook-address.server.ts";
import { listedTopic } from "#app/domain/deliveries/delivery-place.ts";
import { armFailpoints } from "#app/platform/process/failpoint.ts";
import { asId } from "#test/support/as-id.ts";
import { insertConnection } from "#test/support/deliveries.ts";
import type { OrderRow } from "#test/support/order-harness.ts";
import { type SweepingShop, startSweepingShop } from "./sweeping-shop.ts";

let shop: SweepingShop;

beforeAll(async () => {
  shop = await startSweepingShop();
});
afterEach(async () => {
  armFailpoints(undefined);
  await shop.receiveEventsAgain();
});
afterAll(() => shop.close());

const buy = () => shop.buy({ lines: [shop.line("cooker", 1600)] });

type Move = Parameters<SweepingShop["supplier"]["control"]["moveParcel"]>[0];

const move = (row: OrderRow, status: Move["status"]) =>
  shop.supplier.control.moveParcel({ externalOrderId: row.handoffs[0]?.externalOrderId, status });

describe("the sweep of parcels under way", () => {
  it("takes a lost shipping from the list itself, with one call for the whole page", async () => {
    const row = await buy();
    await shop.loseServiceEvents();
    await move(row, "SHIPPED");
    const before = await shop.countAsked();
    expect(await shop.sweep("parcels")).toMatchObject({ mended: 1 });
    const shipped = await shop.untilState(row.orderGid, "on_the_way");
    expect(shop.parcels(shipped)).toMatchObject([{ status: "SHIPPED", courier: "TCS" }]);
    expect(shop.inShopify(row.orderGid).fulfillments).toHaveLength(1);
    expect(await shop.asked(before)).toEqual(["GET /orders"]);
  });

  it("asks nothing while the service refuses the key", async () => {
    const where = { shopId: shop.shopId };
    await shop.app.db.supplierConnection.updateMany({ where, data: { pausedAt: new Date() } });
    const before = await shop.countAsked();
    await shop.ask("parcels");
    await shop.sweepWork("parcels");
    expect(await shop.asked(before)).toEqual([]);
    await shop.app.db.supplierConnection.updateMany({ where, data: { pausedAt: null } });
  });

  it("changes nothing when it runs again over the same", async () => {
    const row = await buy();
    await shop.loseServiceEvents();
    await move(row, "SHIPPED");
    await shop.sweep("parcels");
    await shop.untilState(row.orderGid, "on_the_way");
    const [receipts, recorded, work] = [
      await shop.app.db.delivery.count(),
      await shop.timeline(row),
      await shop.work(row.orderGid),
    ];
    expect((await shop.sweep("parcels")).mended ?? 0).toBe(0);
    expect(await shop.app.db.delivery.count()).toBe(receipts);
    expect(await shop.timeline(row)).toEqual(recorded);
    expect(await shop.work(row.orderGid)).toMatchObject({ requestedGeneration: work?.requestedGeneration });
  });

  it("finds nothing new in a cancelled parcel whose reason it knows", async () => {
    const row = await buy();
    await move(row, "CANCELLED");
    const cancelled = await shop.soon("the cancellation", async () => {
      const parcel = await shop.app.db.parcel.findFirst({ where: { handoff: { orderId: row.id } } });
      return parcel?.status === "CANCELLED" && parcel.cancellationReasonEnc !== null && parcel;
    });
    await shop.app.db.parcel.update({
      where: { shopId_id: { shopId: shop.shopId, id: cancelled.id } },
      data: { listedAt: null },
    });
    const before = await shop.app.db.delivery.count({ where: { topic: listedTopic } });
    await shop.sweep("parcels");
    expect(await shop.app.db.delivery.count({ where: { topic: listedTopic } })).toBe(before);
  });

  it("knows a record it has taken before, also when the receipt of that is gone", async () => {
    const { db } = shop.app;
    const row = await buy();
    await shop.loseServiceEvents();
    await move(row, "SHIPPED");
    await shop.sweep("parcels");
    await shop.untilState(row.orderGid, "on_the_way");
    // Events of its stock, and Shopify's webhooks of our own writes, may still come in.
    const where = { source: "supplier" as const, subject: row.handoffs[0]?.externalOrderId ?? "" };
    expect(await db.delivery.count({ where })).toBeGreaterThan(0);
    await db.delivery.updateMany({ where, data: { receivedAt: new Date(Date.now() - 15 * 24 * 3_600_000) } });
    await shop.sweep("retention");
    expect(await db.delivery.count({ where })).toBe(0);
    // Our row says less than the record again.
    await db.parcel.updateMany({ where: { handoff: { orderId: row.id } }, data: { courier: null } });
    expect(await shop.sweep("parcels")).toMatchObject({ mended: 0 });
    expect(await db.delivery.count({ where })).toBe(0);
  });

  it("reads a parcel that is on the list no more, and brings a delivery to its payment", async () => {
    const row = await buy();
    await shop.loseServiceEvents();
    await move(row, "SHIPPED");
    await shop.sweep("parcels");
    await shop.untilState(row.orderGid, "on_the_way");
    await move(row, "DELIVERED");
    expect(await shop.sweep("parcels")).toMatchObject({ ended: 1, mended: 1 });
    await shop.untilState(row.orderGid, "delivered");
    expect(shop.inShopify(row.orderGid).financialStatus).toBe("PAID");
  });

  it("goes on where it stood when it was cut off between two pages", async () => {
    const row = await buy();
    await shop.loseServiceEvents();
    await move(row, "DELIVERED");
    const before = await shop.countAsked();
    armFailpoints("R2:throw");
    expect(await shop.sweep("parcels")).toMatchObject({ ended: 1 });
    await shop.untilState(row.orderGid, "delivered");
    const lists = (await shop.asked(before)).filter((request) => request === "GET /orders");
    expect(lists).toHaveLength(1);
  });

  it("reads a page again that was not written down when it was cut off", async () => {
    const row = await buy();
    await shop.loseServiceEvents();
    await move(row, "SHIPPED");
    armFailpoints("R1:throw");
    expect(await shop.sweep("parcels")).toMatchObject({ mended: 1 });
    await shop.untilState(row.orderGid, "on_the_way");
    expect(shop.inShopify(row.orderGid).fulfillments).toHaveLength(1);
  });

  it("asks a missing parcel to be read once, not at every look", async () => {
    const row = await buy();
    const [parcel] = shop.parcels(row);
    await shop.loseServiceEvents();
    await move(row, "DELIVERED");
    await shop.sweep("parcels");
    await shop.untilState(row.orderGid, "delivered");
    const where = { id: parcel?.id ?? "" };
    await shop.app.db.parcel.update({ where, data: { status: "SHIPPED" } });
    expect((await shop.sweep("parcels")).ended ?? 0).toBe(0);
    await shop.app.db.parcel.update({ where, data: { status: "DELIVERED" } });
  });

  it("asks once for a parcel the service does not know any more, and keeps what was heard of it", async () => {
    const row = await buy();
    const [parcel] = shop.parcels(row);
    const where = { id: parcel?.id ?? "" };
    await shop.app.db.parcel.update({ where, data: { supplierOrderId: asId("ord_gone") } });
    await shop.sweep("parcels");
    await shop.soon("it to be told", async () => (await shop.timeline(row)).includes("parcel_not_found"));
    const rested = await shop.rested(row.orderGid);
    expect(rested.handoffs.flatMap(({ parcels }) => parcels)).toContainEqual(
      expect.objectContaining({ supplierOrderId: "ord_gone", status: parcel?.status }),
    );
  });

  it("does not miss a parcel that was made while it walked", async () => {
    // An event that came late would bring the parcel once more, under its own id.
    await shop.loseServiceEvents();
    const row = await buy();
    const [parcel] = shop.parcels(row);
    const where = { id: parcel?.id ?? "" };
    const meanwhile = { createdAt: new Date(Date.now() + 60 * 60_000), listedAt: null };
    await shop.app.db.parcel.update({ where, data: { supplierOrderId: asId("ord_new"), ...meanwhile } });
    expect((await shop.sweep("parcels")).ended ?? 0).toBe(0);
    expect(await shop.app.db.parcel.findUnique({ where })).toMatchObject({ missedAt: null });
    const { supplierOrderId, createdAt } = parcel ?? {};
    // The list may have brought the parcel once more by now, under its own id.
    await shop.rested(row.orderGid);
    await shop.app.db.parcel.deleteMany({ where: { supplierOrderId, id: { not: parcel?.id } } });
    await shop.app.db.parcel.update({ where, data: { supplierOrderId, createdAt } });
    await shop.sweep("parcels");
  });

  it("tells of orders in the shop's name that it did not place, until there are none", async () => {
    const row = await buy();
    const handoff = row.handoffs[0];
    const where = { id: handoff?.id ?? "" };
    await shop.app.db.handoff.update({ where, data: { externalOrderId: asId("elsewhere") } });
    expect(await shop.sweep("parcels")).toMatchObject({ unknown: 1 });
    const openIssues = () =>
      shop.app.db.attention.findMany({ where: { code: "unknown_orders_at_service", resolvedAt: null } });
    expect(await openIssues()).toMatchObject([{ thing: "shop", params: { count: 1 } }]);
    await shop.app.db.handoff.update({ where, data: { externalOrderId: handoff?.externalOrderId } });
    await shop.sweep("parcels");
    expect(await openIssues()).toEqual([]);
  });

  it("rests until midnight UTC once its share of the day's calls is used up", async () => {
    await buy();
    await shop.sweep("parcels");
    const { id } = (await shop.row("parcels")) ?? { id: "" };
    await shop.app.db.schedule.update({ where: { id }, data: { calls: 75_000 } });
    const before = await shop.countAsked();
    await shop.ask("parcels");
    const rests = await shop.soon("the share to be found used up", async () => {
      const row = await shop.row("parcels");
      return row?.lastError === "share_of_quota_used" ? row : null;
    });
    expect(rests.nextRunAt.toISOString()).toMatch(/T00:00:00/);
    expect(await shop.asked(before)).toEqual([]);
    await shop.app.db.schedule.update({ where: { id }, data: { calls: 0 } });
  });

  it("counts the calls of a step that failed", async () => {
    await shop.sweep("parcels");
    const { id } = (await shop.row("parcels")) ?? { id: "" };
    await shop.app.db.schedule.update({ where: { id }, data: { calls: 0 } });
    await shop.supplier.control.armFault({
      ...{ kind: "error", when: "before", method: "GET", path: "/orders", times: 3 },
    });
    await shop.ask("parcels");
    const failed = await shop.soon("the sweep to fail", async () => {
      const row = await shop.row("parcels");
      return row?.lastError ? row : null;
    });
    expect(failed.calls).toBeGreaterThanOrEqual(1);
    await shop.supplier.control.clearFaults();
    await shop.sweep("parcels");
  });
});

describe("the sweep of delivered parcels", () => {
  it("finds a return whose event was lost", async () => {
    const row = await buy();
    await move(row, "DELIVERED");
    await shop.untilState(row.orderGid, "delivered");
    await shop.loseServiceEvents();
    await move(row, "RETURNED");
    expect(await shop.sweep("parcels_delivered")).toMatchObject({ mended: 1 });
    await shop.untilState(row.orderGid, "refused");
    expect(shop.parcels((await shop.findOrder(row.orderGid)) ?? row)).toMatchObject([
      { status: "RETURNED", returnType: "return" },
    ]);
  });
});

describe("a parcel that was delivered", () => {
  const DAY_MS = 24 * 60 * 60_000;

  /** Delivered, its margin not released by what we know, and seen by a look that had nothing to mend. */
  async function deliver() {
    const row = await buy();
    await move(row, "DELIVERED");
    await shop.untilState(row.orderGid, "delivered");
    await shop.sweep("parcels_delivered");
    await shop.loseServiceEvents();
    const [parcel] = shop.parcels(await shop.rested(row.orderGid));
    if (!parcel?.deliveredAt) throw new Error("Nothing was delivered");
    return { row, parcel };
  }

  const dateBack = ({ id, deliveredAt }: { id: string; deliveredAt: Date | null }, days: number) =>
    shop.app.db.parcel.update({
      where: { id },
      data: { deliveredAt: new Date((deliveredAt?.getTime() ?? 0) - days * DAY_MS) },
    });

  it("keeps the moment of its delivery through whatever is reported later", async () => {
    const { row, parcel } = await deliver();
    const { deliveredAt } = await dateBack(parcel, 2);
    await shop.app.db.parcel.update({ where: { id: parcel.id }, data: { courier: "unknown" } });
    expect(await shop.sweep("parcels_delivered")).toMatchObject({ mended: 1 });
    await shop.until(row.orderGid, (now) => shop.parcels(now)[0]?.courier === "TCS", "the report");
    expect(shop.parcels(await shop.rested(row.orderGid))).toMatchObject([{ deliveredAt }]);
    await move(row, "RETURNED");
    await shop.sweep("parcels_delivered");
    await shop.untilState(row.orderGid, "refused");
    expect(shop.parcels(await shop.rested(row.orderGid))).toMatchObject([{ deliveredAt }]);
  });

  it.each([16, 34])("is followed on day %i, until its margin is released", async (days) => {
    const { row, parcel } = await deliver();
    await dateBack(parcel, days);
    await move(row, "RETURNED");
    expect(await shop.sweep("parcels_delivered")).toMatchObject({ mended: 1 });
    await shop.untilState(row.orderGid, "refused");
  });

  it("is followed for 15 days after its release is due, and not an hour longer", async () => {
    const { row, parcel } = await deliver();
    const others = { shopId: shop.shopId, id: { not: parcel.id }, status: "DELIVERED" };
    await shop.app.db.parcel.updateMany({ where: others, data: { deliveredAt: new Date(0) } });
    await move(row, "RETURNED");
    await dateBack(parcel, 20 + 15 + 1 / 24);
    expect(await shop.sweep("parcels_delivered")).toMatchObject({ seen: 0 });
    await dateBack(parcel, 20 + 15 - 1 / 24);
    expect(await shop.sweep("parcels_delivered")).toMatchObject({ mended: 1 });
    await shop.untilState(row.orderGid, "refused");
  });
});

describe("the sweep of failed deliveries", () => {
  it.each([
    [47.5, 2],
    [48.5, 1],
  ])("asks beyond a page that ends %d hours ago only within 48: %i pages", async (hours, pages) => {
    const { control } = shop.supplier;
    const row = await buy();
    await shop.loseServiceEvents("failed");
    const now = await control.clock.now();
    await control.clock.set({ at: new Date(Date.now() - hours * 3_600_000).toISOString() });
    for (let stock = 401; stock <= 500; stock += 1)
      await control.setStock({ variantId: "prd_cooker", stock });
    await move(row, "SHIPPED");
    await control.clock.set({ at: now });
    const before = await shop.countAsked();
    await shop.sweep("failed_deliveries");
    const lists = (await shop.asked(before)).filter((request) => request === "GET /webhooks/deliveries");
    expect(lists).toHaveLength(pages);
  });

  it("has the parcels compared when the log names no order", async () => {
    const row = await buy();
    await shop.sweep("parcels");
    await shop.sweep("parcels_delivered");
    // The entry's time is the service's, which is behind: those looks were before it.
    await shop.app.db.schedule.updateMany({ data: { startedAt: new Date(Date.now() - 60 * 60_000) } });
    await shop.loseServiceEvents("failed");
    await move(row, "SHIPPED");
    const { seen } = await shop.sweep("failed_deliveries");
    expect(seen).toBeGreaterThan(0);
    await shop.untilState(row.orderGid, "on_the_way");
  });
});

describe("the sweep of the webhook configuration", () => {
  const urlOf = async () => (await (await shop.context()).supplier?.getWebhooks())?.url;

  it("sets our address again, and has the parcels compared that may have moved meanwhile", async () => {
    const row = await buy();
    const ours = await urlOf();
    await (await shop.context()).supplier?.putWebhooks({ url: null, events: [] });
    await move(row, "SHIPPED");
    expect(await shop.sweep("webhooks")).toMatchObject({ mended: 1 });
    expect(await urlOf()).toBe(ours);
    await shop.untilState(row.orderGid, "on_the_way");
  });

  it.each([
    ["another system", "webhooks_elsewhere", async () => "https://erp.example/hooks"],
    ["another shop of ours", "integration_in_use", async () => addressOfAnotherShop()],
  ])("leaves an address alone that leads to %s, and tells", async (_whom, health, addressOf) => {
    const supplier = (await shop.context()).supplier;
    const ours = (await urlOf()) ?? null;
    const theirs = await addressOf();
    await supplier?.putWebhooks({ url: theirs, events: [] });
    expect(await shop.sweep("webhooks")).toMatchObject({ refused: 1, mended: 0 });
    expect(await urlOf()).toBe(theirs);
    const where = { shopId: shop.shopId };
    expect(await shop.app.db.supplierConnection.findFirst({ where })).toMatchObject({ health });
    await supplier?.putWebhooks({ url: ours, events: [] });
    await shop.sweep("webhooks");
  });
});

describe("the sweep of a connection that waits for its last parcel", () => {
  const leaving = async () =>
    shop.app.db.supplierConnection.findFirstOrThrow({ where: { shopId: shop.shopId, mode: "live" } });

  it("leaves it while a parcel is open, and ends it after", async () => {
    await shop.app.db.parcel.updateMany({ where: { shopId: shop.shopId }, data: { status: "DELIVERED" } });
    const row = await buy();
    const ctx = await shop.context();
    expect(
      await disconnectSupplier(ctx, { mode: "live", by: "Ali", openParcels: "when_over", products: "stay" }),
    ).toMatchObject({ kind: "leaving" });
    await shop.sweep("webhooks");
    expect(await leaving()).toMatchObject({ disconnectedAt: null });
    await move(row, "CANCELLED");
    await shop.sweep("parcels");
    await shop.untilState(row.orderGid, "held");
    await shop.sweep("webhooks");
    expect(await leaving()).toMatchObject({ leavingSince: null, disconnectedAt: expect.any(Date) });
  });
});

async function addressOfAnotherShop(): Promise<string> {
  const { db, crypto, env } = shop.app;
  const other = await db.shop.create({ data: { domain: "another.myshopify.com" } });
  const { token } = await insertConnection(db, crypto, other.id, { integrationId: "int_other" });
  return webhookAddress(env.WEBHOOK_BASE_URL, token);
}
