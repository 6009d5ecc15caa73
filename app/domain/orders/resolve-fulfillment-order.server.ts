import { type DueWork, markDirty } from "#app/platform/work.server.ts";
import { findFulfillmentOrderOwner } from "#app/shopify/operations/find-fulfillment-order-owner.ts";
import type { ShopContext } from "../shops/shop-context.server.ts";

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
  const mark = { shopId: ctx.shop.id, kind: "order", subject: owner.orderId } as const;
  const marked = await markDirty(ctx.db, [mark], { ringFollows: true });
  return marked.filter(({ isDue }) => isDue);
}
