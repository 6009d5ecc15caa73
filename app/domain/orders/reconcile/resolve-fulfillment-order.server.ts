import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { FulfillmentOrderGid } from "#app/platform/ids.ts";
import { type DueWork, requestReconcile } from "#app/platform/queue/work.server.ts";
import { findFulfillmentOrderOwner } from "#app/shopify/operations/fulfillment/find-fulfillment-order-owner.ts";

/**
 * Finds the order of a fulfillment order that we do not know, by one small read, and requests its reconcile unless it
 * is at another location. Returns the order's row where the caller may run it now; no worker is notified then.
 */
export async function resolveFulfillmentOrder(
  ctx: ShopContext,
  fulfillmentOrderGid: FulfillmentOrderGid,
): Promise<readonly DueWork[]> {
  const owner = await findFulfillmentOrderOwner(ctx.admin, fulfillmentOrderGid);
  if (!owner || !ctx.shop.locationGid || owner.locationId !== ctx.shop.locationGid) return [];
  const request = {
    shopId: ctx.shop.id,
    kind: "order.reconcile",
    subject: { orderGid: owner.orderId },
  } as const;
  const requested = await requestReconcile(ctx.db, [request], { notifyFollows: true });
  return requested.filter(({ isDue }) => isDue);
}
