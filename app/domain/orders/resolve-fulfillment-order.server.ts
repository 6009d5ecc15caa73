import { findFulfillmentOrderOwner } from "#app/shopify/operations/find-fulfillment-order-owner.ts";
import type { ShopContext } from "../shops/shop-context.server.ts";

/**
 * Finds the order of a fulfillment order that Shopify named and we have not met, by one small read, and marks that
 * order dirty. One that is not at our location is none of our business.
 */
export async function resolveFulfillmentOrder(ctx: ShopContext, fulfillmentOrderGid: string): Promise<void> {
  const owner = await findFulfillmentOrderOwner(ctx.admin, fulfillmentOrderGid);
  if (!owner || !ctx.shop.locationGid || owner.locationId !== ctx.shop.locationGid) return;
  await ctx.wake([{ kind: "order", subject: owner.orderId }]);
}
