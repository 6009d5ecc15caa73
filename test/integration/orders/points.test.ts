import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PlacingShop, startPlacingShop } from "./placing-shop.ts";

let shop: PlacingShop;
beforeAll(async () => {
  shop = await startPlacingShop();
  // The echo of an order's birth comes to every real order.
  shop.shopify.control.faults({ clear: true });
});
afterAll(() => shop.close());

/** Query cost by operation so far, as Shopify's stand-in charged it. */
async function points(): Promise<ReadonlyMap<string, number>> {
  const { values } = await shop.app.metrics.shopifyPoints.get();
  return new Map(values.map(({ labels, value }) => [String(labels.operation), value]));
}

/** Every delivery has come, and nothing that it asked for is left to do. */
async function untilQuiet(gid: string): Promise<void> {
  const orderId = gid.split("/").at(-1) ?? "";
  await shop.soon("all work to be done", async () => {
    const topics = (await shop.app.db.delivery.findMany({ where: { source: "shopify", subject: gid } })).map(
      ({ topic }) => topic,
    );
    const isReported = topics.includes("orders/create") && topics.includes(SUBMITTED);
    // The callback's look gathers for some seconds; once all has come it need not.
    if (isReported) await shop.app.db.work.updateMany({ where: gathering, data: { nextRunAt: new Date() } });
    const waiting = await shop.app.db.work.count({
      where: { kind: { in: [...kinds] }, nextRunAt: { not: null } },
    });
    return orderId !== "" && isReported && waiting === 0;
  });
}

const kinds = [
  "order.reconcile",
  "fulfillmentOrder.resolve",
  "shop.reconcile",
  "orders.reconcileAssigned",
  "orders.reconcileWaiting",
];
const gathering = { kind: "orders.reconcileAssigned", nextRunAt: { not: null }, leaseToken: null };
const SUBMITTED = "fulfillment_orders/fulfillment_request_submitted";

describe("an order from birth to acceptance", () => {
  it("costs at most 70 points of Shopify's and three calls of the service", async () => {
    await untilQuiet((await shop.buy({ lines: [shop.line("cooker", 1600)] })).orderGid);
    const before = await points();
    const calls = (await shop.supplier.control.requests()).length;
    const row = await shop.buy({ lines: [shop.line("cooker", 1600)] });
    await untilQuiet(row.orderGid);
    const cost = [...(await points())].map(([name, sum]) => [name, sum - (before.get(name) ?? 0)] as const);
    const paid = Object.fromEntries(cost.filter(([, sum]) => sum > 0));
    const total = cost.reduce((sum, [, each]) => sum + each, 0);
    expect(total, JSON.stringify(paid)).toBeLessThanOrEqual(70);
    const asked = (await shop.supplier.control.requests()).slice(calls);
    expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /inventory",
      "POST /shipping/quote",
      "POST /orders",
    ]);
  });
});
