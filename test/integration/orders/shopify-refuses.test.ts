import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findHoldWords } from "#test/support/find-hold-words.ts";
import type { OrderRow } from "#test/support/order-harness.ts";
import { type PlacingShop, startPlacingShop } from "./placing-shop.ts";

let shop: PlacingShop;

beforeAll(async () => {
  shop = await startPlacingShop({ products: ["cooker", "earbuds", "speaker"] });
});
afterAll(() => shop.close());

/** What hangs in Shopify is answered; what no one is told of stays so. */
const answerShopify = () => void shop.shopify.control.faults({ release: true });

/** The money arrives while our marking is on its way; nobody is notified, so that the run's result stands. */
async function deliverWhilePaid(row: OrderRow): Promise<OrderRow> {
  const topics = ["orders/paid", "orders/updated", "order_transactions/create"];
  shop.shopify.control.faults({
    requests: [{ kind: "delay", field: "orderMarkAsPaid", delayMs: 12_000 }],
    webhooks: topics.map((topic) => ({ kind: "lost", topic, times: 100 })),
  });
  const { externalOrderId } = row.handoffs[0] ?? {};
  await shop.supplier.control.moveParcel({ externalOrderId, status: "DELIVERED" });
  await shop.soon("the marking to be intended", async () => {
    const effects = (await shop.findOrder(row.orderGid))?.effects ?? [];
    return effects.some(({ key }) => key.startsWith("mark_paid:"));
  });
  shop.shopify.control.payOrder({ orderId: row.orderGid });
  answerShopify();
  return shop.untilState(row.orderGid, "delivered");
}

describe("a change that Shopify refuses", () => {
  it("is told in Shopify's own words, and the rest of the order goes on", async () => {
    const placed = await shop.buy({ lines: [shop.line("cooker", 1600)] });
    const row = await deliverWhilePaid(placed);
    // Another hint may have ended it by now: that it was told is what stays.
    const words = await findHoldWords(shop.app, { thingId: row.id, code: "shopify_refused" });
    expect(words).toMatchObject({ message: expect.stringContaining("cannot be marked as paid") });
    expect(shop.inShopify(row.orderGid)).toMatchObject({ fulfillmentStatus: "FULFILLED" });
    await shop.wake(row.orderGid);
    const after = await shop.rested(row.orderGid);
    expect(await shop.openCodes(after)).toEqual([]);
    expect(await shop.timeline(after)).not.toContain("marked_paid");
  });
});

describe("one of two parcels that Shopify refuses to ship", () => {
  it("does not keep the other from shipping, and is looked at again later", async () => {
    await shop.settings({ paused: true });
    const lines = [shop.line("earbuds", 1000), shop.line("speaker", 2000)];
    const waiting = await shop.buy({ lines }, "waiting");
    const [whole] = await shop.ours(waiting.orderGid);
    const first = whole?.id ?? "";
    const keep = [{ id: whole?.lines[0]?.id ?? "", quantity: 1 }];
    shop.shopify.control.splitFulfillmentOrder({ id: first, keep });
    await shop.settings({ paused: false });
    await shop.wake(waiting.orderGid);
    await shop.untilState(waiting.orderGid, "placed");
    const row = await shop.rested(waiting.orderGid);
    const topics = [
      "fulfillments/create",
      "orders/updated",
      "orders/fulfilled",
      "orders/partially_fulfilled",
    ];
    shop.shopify.control.faults({
      requests: [{ kind: "delay", field: "fulfillmentCreate", delayMs: 12_000 }],
      webhooks: topics.map((topic) => ({ kind: "lost", topic, times: 100 })),
    });
    const { externalOrderId } = row.handoffs[0] ?? {};
    await shop.supplier.control.armFault({ kind: "webhook_lost", times: 10 });
    await shop.supplier.control.moveParcel({ externalOrderId, part: 1, status: "SHIPPED" });
    await shop.supplier.control.moveParcel({ externalOrderId, part: 2, status: "SHIPPED" });
    await shop.app.db.parcel.updateMany({ where: { handoff: { orderId: row.id } }, data: { readAt: null } });
    await shop.wake(row.orderGid);
    await shop.soon("the first to be intended", async () => {
      const effects = (await shop.findOrder(row.orderGid))?.effects ?? [];
      return effects.some(({ key }) => key.startsWith("fulfillment:"));
    });
    // The merchant fulfils it by hand, without a number, while ours is on its way.
    shop.shopify.control.fulfill({ id: first });
    answerShopify();
    const isRefused = ({ holdCode }: OrderRow) => holdCode === "shopify_refused";
    const after = await shop.until(row.orderGid, isRefused, "the refusal to be told");
    expect(shop.parcels(after).map(({ fulfillmentGid }) => fulfillmentGid !== null)).toEqual([false, true]);
    const work = await shop.app.db.work.findFirst({ where: { subject: row.orderGid } });
    expect(work?.nextRunAt?.getTime()).toBeGreaterThan(Date.now() + 60_000);
  });
});
