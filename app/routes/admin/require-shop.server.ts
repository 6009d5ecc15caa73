import type { LoaderFunctionArgs } from "@remix-run/node";
import { installShop } from "#app/domain/shops/install-shop.server.ts";
import { createShopContext, type ShopContext } from "#app/domain/shops/shop-context.server.ts";

/**
 * The guard of every embedded page: Shopify's session token says which shop and which person.
 * Throws the library's own answers (a fresh token is needed, 401). The first open of a shop sets it up.
 */
export async function requireShop({ request, context: { app } }: LoaderFunctionArgs): Promise<ShopContext> {
  const { session, sessionToken } = await app.shopify.authenticate.admin(request);
  const user = sessionToken.sub;
  const ctx = await createShopContext(app, session.shop, { user });
  if (ctx.shop.setUpAt !== null) return ctx;
  await installShop(ctx);
  return createShopContext(app, session.shop, { user });
}
