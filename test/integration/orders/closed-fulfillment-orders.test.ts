import { afterAll, beforeAll, expect, it } from "vitest";
import { type PlacingShop, startPlacingShop } from "./placing-shop.ts";

let shop: PlacingShop;
beforeAll(async () => {
  shop = await startPlacingShop();
});
afterAll(() => shop.close());

/** A placed order, and from here on nothing of what happens in Shopify is heard. */
async function buyAndHearNoMore() {
  const row = await shop.buy({ lines: [shop.line("cooker", 1600)] });
  await shop.shopify.control.settle();
  await shop.rested(row.orderGid);
  shop.shopify.control.faults({ webhooks: [{ kind: "lost", times: 1_000_000 }] });
  return row;
}

it("is held as cancelled by the supplier once its parcel was, though no webhook of what Shopify offers again arrives", async () => {
  const row = await buyAndHearNoMore();
  const externalOrderId = row.handoffs[0]?.externalOrderId;
  await shop.supplier.control.moveParcel({ externalOrderId, status: "CANCELLED" });
  const held = await shop.untilState(row.orderGid, "held");
  expect(held.holdCode).toBe("cancelled_by_supplier");
  expect(await shop.timeline(row)).toContain("work_came_back");
  shop.shopify.control.faults({ clear: true });
});

it("is cancelled, and asks nothing, once a cancellation was accepted, though no webhook of what Shopify offers again arrives", async () => {
  const row = await buyAndHearNoMore();
  const [ours] = await shop.ours(row.orderGid);
  shop.shopify.control.requestCancellation({ id: ours?.id ?? "" });
  await shop.wake(row.orderGid);
  const cancelled = await shop.until(
    row.orderGid,
    ({ state, fulfillmentOrders }) => state === "cancelled" && fulfillmentOrders.length > 1,
    "its units to be offered again",
  );
  expect(await shop.openCodes(cancelled)).toEqual([]);
  expect(await shop.timeline(row)).toContain("cancellation_accepted");
  shop.shopify.control.faults({ clear: true });
});
