import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { rupees } from "#app/domain/money/rupees.ts";
import { runCommand } from "#app/domain/orders/commands/run-command.server.ts";
import {
  saveStandstills,
  usualTimesSql,
  waitingParcelsSql,
} from "#app/domain/orders/parcels/standstill/find-standstills.server.ts";
import type { HandoffId, ShopId, SupplierOrderId } from "#app/platform/ids.ts";
import { asId } from "#test/support/as-id.ts";
import type { OrderRow } from "#test/support/order-harness.ts";
import { type SweepingShop, startSweepingShop } from "./sweeping-shop.ts";

const DAY_MS = 24 * 60 * 60_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

let shop: SweepingShop;

beforeAll(async () => {
  shop = await startSweepingShop();
});
beforeEach(async () => {
  await shop.app.db.parcel.updateMany({ data: { movedAt: new Date() } });
});
afterAll(() => shop.close());

async function ship(): Promise<OrderRow> {
  const row = await shop.buy({ lines: [shop.line("cooker", 1600)] });
  await shop.supplier.control.moveParcel({
    ...{ externalOrderId: row.handoffs[0]?.externalOrderId, status: "SHIPPED" },
  });
  return shop.untilState(row.orderGid, "on_the_way");
}

const movedSince = (row: OrderRow, days: number) =>
  shop.app.db.parcel.updateMany({
    where: { handoff: { orderId: row.id } },
    data: { movedAt: daysAgo(days) },
  });
const openCodes = async ({ id }: OrderRow) =>
  (await shop.app.db.attention.findMany({ where: { thingId: id, resolvedAt: null } })).map(
    ({ code }) => code,
  );
const countIssues = async (row: OrderRow) => {
  const where = { thingId: row.id, code: "held" as const };
  const rows = await shop.app.db.timelineEntry.findMany({ where });
  return rows.filter(({ params }) => JSON.stringify(params).includes("parcel_stands_still")).length;
};
const standsStill = (row: OrderRow) =>
  shop.soon("the parcel to stand still", async () => (await openCodes(row)).includes("parcel_stands_still"));
const movesAgain = (row: OrderRow) =>
  shop.soon("the parcel to have moved", async () => !(await openCodes(row)).includes("parcel_stands_still"));

/** Parcels of an order of before: with those that ended already there are so many, each two days on the road. */
async function ended(before: OrderRow, total: number): Promise<void> {
  const [handoff] = before.handoffs;
  const known = await shop.app.db.parcel.count({ where: { status: "DELIVERED" } });
  await shop.app.db.parcel.createMany({
    data: Array.from({ length: total - known }, () => ({
      ...{ shopId: shop.shopId, handoffId: handoff?.id ?? asId<HandoffId>(""), mode: "live" as const },
      ...{ supplierOrderId: asId<SupplierOrderId>(randomUUID()), status: "DELIVERED", courier: "TCS" },
      ...{ receivedAt: daysAgo(31), shippedAt: daysAgo(30), deliveredAt: daysAgo(28), codPkr: rupees(0) },
    })),
  });
}

describe("a parcel that stands still", () => {
  it("is one issue in Needs you, and ends when it moves", async () => {
    const row = await ship();
    await movedSince(row, 8);
    await shop.sweep("parcels");
    await standsStill(row);
    await shop.sweep("parcels");
    await shop.rested(row.orderGid);
    expect(await countIssues(row)).toBe(1);
    expect(await shop.findOrder(row.orderGid)).toMatchObject({ state: "on_the_way", hasOpenIssue: true });
    const [parcel] = shop.parcels((await shop.findOrder(row.orderGid)) ?? row);
    expect(parcel).toMatchObject({ stillUsualDays: 7, stillBasis: "default" });
    await shop.supplier.control.moveParcel({
      ...{ externalOrderId: row.handoffs[0]?.externalOrderId, status: "DELIVERED" },
    });
    await movesAgain(row);
    const [moved] = shop.parcels((await shop.findOrder(row.orderGid)) ?? row);
    expect(moved).toMatchObject({ stillSince: null, stillUsualDays: null, stillBasis: null });
  });

  it("is none where it moved within the usual time", async () => {
    const row = await ship();
    await movedSince(row, 6);
    await shop.sweep("parcels");
    await shop.rested(row.orderGid);
    expect(await openCodes(row)).toEqual([]);
  });

  it("is known by the shop's own parcels of that courier and city, once there are twenty", async () => {
    const before = await ship();
    const row = await ship();
    await movedSince(row, 4);
    await ended(before, 19);
    await shop.sweep("parcels");
    await shop.rested(row.orderGid);
    expect(await openCodes(row)).toEqual([]);
    await ended(before, 20);
    await shop.sweep("parcels");
    await standsStill(row);
    const found = await shop.app.db.parcel.findFirstOrThrow({
      where: { handoff: { orderId: row.id }, stillSince: { not: null } },
    });
    expect(found).toMatchObject({ stillUsualDays: 2, stillBasis: "courier_city" });
    await shop.app.db.parcel.deleteMany({
      where: { handoffId: before.handoffs[0]?.id, status: "DELIVERED" },
    });
  });

  it("is left as it is until it has moved and stands still again", async () => {
    const row = await ship();
    await movedSince(row, 8);
    await shop.sweep("parcels");
    await standsStill(row);
    const press = { ctx: await shop.context(), by: "1" };
    expect(await runCommand(press, row.id, { intent: "leave_it" })).toMatchObject({ ok: true });
    await movesAgain(row);
    await shop.sweep("parcels");
    await shop.rested(row.orderGid);
    expect(await openCodes(row)).toEqual([]);
    await shop.app.db.parcel.updateMany({
      where: { handoff: { orderId: row.id } },
      data: { movedAt: daysAgo(8), stillSince: null },
    });
    await shop.sweep("parcels");
    await standsStill(row);
  });

  it("is not found where the service's list does not show it, nor by another shop", async () => {
    const row = await ship();
    await movedSince(row, 8);
    const [parcel] = shop.parcels(row);
    await shop.app.db.parcel.updateMany({ where: { id: parcel?.id }, data: { listedAt: new Date() } });
    const find = (shopId: ShopId, listedSince: Date) =>
      shop.app.db.$queryRaw<unknown[]>(waitingParcelsSql(shopId, listedSince, new Date()));
    expect(await find(shop.shopId, daysAgo(1))).toMatchObject([{ orderGid: row.orderGid }]);
    expect(await find(shop.shopId, new Date(Date.now() + 60_000))).toEqual([]);
    expect(await find(asId<ShopId>(randomUUID()), daysAgo(1))).toEqual([]);
  });

  it("is not kept as one where it moved after it was found", async () => {
    const row = await ship();
    const [parcel] = shop.parcels(row);
    if (!parcel) throw new Error("The order has no parcel");
    const usual = { days: 7, basis: "default" } as const;
    const { id, movedAt: foundAt } = parcel;
    const still = { id, status: "SHIPPED", courier: null, city: null, orderGid: row.orderGid, usual };
    const save = (movedAt: Date) =>
      saveStandstills(shop.app.db, shop.shopId, { found: [{ ...still, movedAt }], now: new Date() });
    expect(await save(new Date(foundAt.getTime() - 1))).toEqual([]);
    expect(await save(foundAt)).toEqual([row.orderGid]);
  });
});

it("finds them by indexes, whatever the shop has", async () => {
  const client = await shop.app.pool.connect();
  try {
    await client.query("begin");
    await client.query("set local enable_seqscan = off");
    for (const query of [
      waitingParcelsSql(shop.shopId, new Date(), new Date()),
      usualTimesSql(shop.shopId),
    ]) {
      const { rows } = await client.query(`explain ${query.text}`, query.values);
      expect(JSON.stringify(rows)).not.toMatch(/Seq Scan/);
    }
    await client.query("rollback");
  } finally {
    client.release();
  }
});
