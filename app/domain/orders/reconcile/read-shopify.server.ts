import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { OrderGid } from "#app/platform/ids.ts";
import { isShopifyError } from "#app/shopify/errors.ts";
import { getOrderForPlacement } from "#app/shopify/operations/orders/get-order-for-placement.ts";
import type { ShopifyOrder } from "#app/shopify/order.ts";

const outOfReach = new Set(["unauthorized", "token_dead", "shop_unavailable"]);

/** What Shopify says of an order; null where it has none, or why it cannot be asked. */
export async function readShopify(
  ctx: ShopContext,
  orderGid: OrderGid,
): Promise<ShopifyOrder | null | "unavailable" | "missing_scope"> {
  // Nothing new is begun for a shop that left; whoever notices its return has its orders looked at (R44).
  if (ctx.shop.state === "uninstalled") return "unavailable";
  try {
    return await getOrderForPlacement(ctx.admin, orderGid);
  } catch (error) {
    if (isShopifyError(error) && outOfReach.has(error.kind)) return "unavailable";
    if (isShopifyError(error, "access_denied")) return "missing_scope";
    throw error;
  }
}
