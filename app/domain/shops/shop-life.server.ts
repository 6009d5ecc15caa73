import { isShopifyError } from "#app/shopify/errors.ts";
import { getShop } from "#app/shopify/operations/get-shop.ts";
import { settleShopRow } from "./settle-shop-row.server.ts";
import type { ShopContext } from "./shop-context.server.ts";

export type ShopLifeContext = Pick<ShopContext, "shop" | "db" | "clock" | "log" | "admin">;

export type ShopState = "installed" | "unavailable" | "uninstalled";

/**
 * Asks Shopify whether the shop still has us, and records the answer: after `app/uninstalled` (which may be late, or
 * forged by header), daily while a shop is unavailable, and after a call failed with 401, 402, 404 or 423. An
 * uninstalled shop loses its tokens; its data stays until `shop/redact` (R44).
 */
export async function settleShopState(ctx: ShopLifeContext): Promise<ShopState> {
  const state = await askShopify(ctx);
  if (state === "installed") return state;
  if (state === "unavailable") {
    await ctx.db.shop.updateMany({ where: { id: ctx.shop.id, state: "installed" }, data: { state } });
    return state;
  }
  await ctx.db.$transaction([
    ctx.db.shop.updateMany({
      where: { id: ctx.shop.id, state: { not: "uninstalled" } },
      data: { state, uninstalledAt: ctx.clock.now() },
    }),
    ctx.db.shopifySession.deleteMany({ where: { shopId: ctx.shop.id } }),
  ]);
  ctx.log.info({ event: "shop_uninstalled", shopId: ctx.shop.id });
  return state;
}

async function askShopify(ctx: ShopLifeContext): Promise<ShopState> {
  try {
    const facts = await getShop(ctx.admin);
    await settleShopRow(ctx, facts);
    return "installed";
  } catch (error) {
    if (isShopifyError(error, "unauthorized") || isShopifyError(error, "token_dead")) return "uninstalled";
    if (isShopifyError(error, "shop_unavailable")) return "unavailable";
    throw error;
  }
}
