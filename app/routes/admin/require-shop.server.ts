import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { findShopId } from "#app/domain/context/find-shop-id.server.ts";
import { createShopContext, type ShopContext } from "#app/domain/context/shop-context.server.ts";
import { invariant } from "#app/platform/errors.ts";
import { installOnce } from "./install-once.server.ts";
import { returnToShop } from "./return-to-shop.server.ts";

export type Visit = {
  readonly ctx: ShopContext;
  /** Shopify's id of the person, as kept with what they press. */
  readonly by: string;
};

/**
 * The guard of every embedded page: Shopify's session token says which shop and which person.
 * Throws the library's own answers (a fresh token is needed, 401). The first open of a shop sets it up.
 */
export async function requireShop({
  request,
  context,
}: LoaderFunctionArgs | ActionFunctionArgs): Promise<Visit> {
  const { app, isFor } = context;
  returnToShop(request, app.env.SHOPIFY_APP_URL);
  const { session, sessionToken } = await app.shopify.authenticateAdmin(request);
  const shopId = await findShopId(app.db, session.shop);
  invariant(shopId, `a session of ${session.shop} was stored without its shop`);
  const ctx = await createShopContext(app, shopId, "page");
  const by = sessionToken.sub;
  await isFor({ shopId, person: by });
  if (ctx.shop.setUpAt !== null && ctx.shop.state === "installed") return { ctx, by };
  const report = await installOnce(ctx);
  return { ctx: await createShopContext(app, report.shopId, "page"), by };
}
