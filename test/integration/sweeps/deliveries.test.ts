import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listDeliveries } from "#app/domain/deliveries/list-deliveries.server.ts";
import { replayDelivery } from "#app/domain/deliveries/replay-delivery.server.ts";
import { showDelivery } from "#app/domain/deliveries/show-delivery.server.ts";
import { listChecks } from "#app/domain/shops/list-checks.server.ts";
import { type SweepingShop, startSweepingShop } from "./sweeping-shop.ts";

let shop: SweepingShop;

beforeAll(async () => {
  shop = await startSweepingShop();
});
afterAll(() => shop.close());

const all = { source: null, before: null };

async function bought() {
  const row = await shop.buy({ lines: [shop.line("cooker", 1600)] });
  await shop.soon("the service's events", async () => {
    const where = { subject: row.handoffs[0]?.externalOrderId, foldedAt: { not: null } };
    return shop.app.db.delivery.findFirst({ where });
  });
  return row;
}

describe("the list of deliveries", () => {
  it("tells of both sides what became of each, and which order it was about", async () => {
    const row = await bought();
    const { deliveries } = await listDeliveries(await shop.context(), all);
    const mine = deliveries.filter(({ order }) => order?.id === row.id);
    expect(new Set(mine.map(({ source }) => source))).toEqual(new Set(["shopify", "supplier"]));
    expect(mine.every(({ outcome }) => outcome !== "waiting")).toBe(true);
    const { deliveries: supplier } = await listDeliveries(await shop.context(), {
      ...all,
      source: "supplier",
    });
    expect(supplier.every(({ source }) => source === "supplier")).toBe(true);
  });

  it("shows what one said with the customer covered", async () => {
    const row = await bought();
    const where = { subject: row.handoffs[0]?.externalOrderId };
    const { id } = await shop.app.db.delivery.findFirstOrThrow({ where });
    const shown = JSON.stringify(await showDelivery(await shop.context(), id));
    const { name, address } = JSON.parse(JSON.stringify(shop.body(row).customer));
    expect(shown).toContain('\\"event\\": \\"order.');
    expect(shown).not.toContain(name);
    expect(shown).not.toContain(address);
    expect(await showDelivery(await shop.context(), 999_999_999n)).toBeNull();
  });

  it("looks at the order again on a replay, and changes nothing that was right", async () => {
    const row = await bought();
    await shop.rested(row.orderGid);
    const { id } = await shop.app.db.delivery.findFirstOrThrow({ where: { subject: row.orderGid } });
    const before = await shop.work(row.orderGid);
    const parcels = await shop.atService(row);
    const replayed = await replayDelivery(await shop.context(), { id, by: "Ali" });
    expect(replayed).toEqual({ kind: "replayed" });
    await shop.rested(row.orderGid);
    expect((await shop.work(row.orderGid))?.requestedGeneration).toBeGreaterThan(
      before?.requestedGeneration ?? 0n,
    );
    expect(await shop.atService(row)).toEqual(parcels);
    expect(await shop.timeline(row)).toContain("delivery_replayed");
  });

  it("reads in on a replay what was put aside because its order was not known yet", async () => {
    const row = await bought();
    await shop.supplier.control.moveParcel({
      externalOrderId: row.handoffs[0]?.externalOrderId,
      status: "SHIPPED",
    });
    await shop.untilState(row.orderGid, "on_the_way");
    const where = { subject: row.handoffs[0]?.externalOrderId, topic: "order.shipped" };
    const { id } = await shop.app.db.delivery.findFirstOrThrow({ where });
    await shop.app.db.delivery.update({ where: { id }, data: { foldedAt: null, ignored: "unknown_order" } });
    await replayDelivery(await shop.context(), { id, by: "Ali" });
    await shop.soon("it to be read in", async () => {
      const found = await shop.app.db.delivery.findUnique({ where: { id } });
      return found?.foldedAt;
    });
  });
});

describe("the checks", () => {
  it("stand there before their first run, and tell when they ran and what they mended", async () => {
    const before = await listChecks(await shop.context());
    expect(before.checks.map(({ kind, mode }) => `${kind}/${mode}`)).toEqual([
      ...["shopify_orders/", "shopify_orders_week/", "requests/", "unsettled/", "funds/"],
      ...["shop_life/", "orphans/", "settlement/", "retention/", "shopify_stock/", "notifications/"],
      ...["parcels/live", "parcels_delivered/live", "imports/live", "failed_deliveries/live"],
      ...["stock/live", "catalog/live", "webhooks/live", "ledger/live", "quotes/live"],
    ]);
    const row = await bought();
    await shop.loseServiceEvents();
    await shop.supplier.control.moveParcel({
      externalOrderId: row.handoffs[0]?.externalOrderId,
      status: "SHIPPED",
    });
    await shop.sweep("parcels");
    await shop.untilState(row.orderGid, "on_the_way");
    const { checks, work, connections } = await listChecks(await shop.context());
    expect(checks.find(({ kind }) => kind === "parcels")).toMatchObject({
      ...{ isRunning: false, lastError: null, lastRanAt: expect.any(Date), nextRunAt: expect.any(Date) },
      result: { mended: 1 },
    });
    expect(work).toMatchObject({ dead: 0 });
    expect(connections).toMatchObject([{ mode: "live", health: "ok" }]);
  });
});
