import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OrderRow } from "#test/support/order-ground.ts";
import { type PlacingShop, startPlacingShop } from "./placing-shop.ts";

let shop: PlacingShop;

beforeAll(async () => {
  shop = await startPlacingShop();
});
afterAll(() => shop.close());

/** The money arrives while our marking is on its way; nobody hears of it, so that the pass stands as it ended. */
async function deliverWhilePaid(row: OrderRow): Promise<OrderRow> {
  const topics = ["orders/paid", "orders/updated", "order_transactions/create"];
  shop.shopify.control.faults({
    requests: [{ kind: "delay", field: "orderMarkAsPaid", delayMs: 1500 }],
    webhooks: topics.map((topic) => ({ kind: "lost", topic, times: 100 })),
  });
  const { externalOrderId } = row.handoffs[0] ?? {};
  await shop.supplier.control.moveParcel({ externalOrderId, status: "DELIVERED" });
  await shop.soon("the marking to be intended", async () => {
    const effects = (await shop.findOrder(row.orderGid))?.effects ?? [];
    return effects.some(({ key }) => key.startsWith("mark_paid:"));
  });
  shop.shopify.control.payOrder({ orderId: row.orderGid });
  return shop.untilState(row.orderGid, "delivered");
}

describe("a change that Shopify refuses", () => {
  it("is told in Shopify's own words, and the rest of the order goes on", async () => {
    const placed = await shop.buy({ lines: [shop.line("cooker", 1600)] });
    const row = await deliverWhilePaid(placed);
    // Another hint may have ended it by now: that it was told is what stays.
    const need = await shop.app.db.attention.findFirst({
      where: { thingId: row.id, code: "shopify_refused" },
    });
    expect(need?.params).toMatchObject({ message: expect.stringContaining("cannot be marked as paid") });
    expect(shop.inShopify(row.orderGid)).toMatchObject({ fulfillmentStatus: "FULFILLED" });
    await shop.wake(row.orderGid);
    const after = await shop.rested(row.orderGid);
    expect(await shop.needs(after)).toEqual([]);
    expect(await shop.timeline(after)).not.toContain("marked_paid");
  });
});
