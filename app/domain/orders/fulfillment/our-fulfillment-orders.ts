import type { HandoffRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import type { ReadRun } from "#app/domain/orders/reconcile/order-run.ts";
import type { FulfillmentOrderGid } from "#app/platform/ids.ts";
import type { ShopifyFulfillmentOrder } from "#app/shopify/order.ts";

/** What is ours in an order: the fulfillment orders at our location (idea 4). */
export function ourFulfillmentOrders({
  shopify,
  locationGid,
}: Pick<ReadRun, "shopify" | "locationGid">): readonly ShopifyFulfillmentOrder[] {
  return shopify.fulfillmentOrders.filter((each) => each.locationId === locationGid);
}

/** The placed handoffs that a fulfillment order's units went into. */
export function handoffsOf(run: ReadRun, fulfillmentOrderId: FulfillmentOrderGid): readonly HandoffRecord[] {
  return run.record.handoffs.filter(
    (handoff) => handoff.state === "placed" && handoff.fulfillmentOrderGids.includes(fulfillmentOrderId),
  );
}
