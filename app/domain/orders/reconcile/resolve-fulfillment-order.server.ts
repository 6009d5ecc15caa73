import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { type DueWork, requestReconcile } from "#app/platform/queue/work.server.ts";
import { findFulfillmentOrderOwner } from "#app/shopify/operations/fulfillment/find-fulfillment-order-owner.ts";

/**
 * Finds the order of a fulfillment order that Shopify named and we have not met, by one small read, and marks that
 * order dirty. One that is not at our location is none of our business. Returns the order's row where it may be run now:
 * nobody is rung for it, the caller goes on with it.
 */
export async function resolveFulfillmentOrder(
  ctx: ShopContext,
  fulfillmentOrderGid: string,
): Promise<readonly DueWork[]> {
  const owner = await findFulfillmentOrderOwner(ctx.admin, fulfillmentOrderGid);
  if (!owner || !ctx.shop.locationGid || owner.locationId !== ctx.shop.locationGid) return [];
  const request = { shopId: ctx.shop.id, kind: "order", subject: owner.orderId } as const;
  const requested = await requestReconcile(ctx.db, [request], { notifyFollows: true });
  return requested.filter(({ isDue }) => isDue);
}
