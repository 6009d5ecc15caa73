import { isShopifyError } from "#app/shopify/errors.ts";
import { findLocation } from "#app/shopify/operations/find-location.ts";
import { missingScopes } from "#app/shopify/scopes.ts";
import { installShop } from "./install-shop.server.ts";
import type { ShopContext } from "./shop-context.server.ts";
import { type ShopState, settleShopState } from "./shop-life.server.ts";
import { type ShopFindings, tellShopNeeds } from "./tell-shop-needs.server.ts";
import { waitingOrders } from "./waiting-orders.ts";

export type ShopLook = {
  readonly state: ShopState;
  /** What had to be put right: a shop that came back, a location that was gone. */
  readonly mended: number;
};

/**
 * After a hint that something of the shop changed: whether it still has us, whether our location still stands, which
 * permissions it grants. Two small reads, and set-up again only where the location is gone (R44).
 */
export async function lookAtShop(ctx: ShopContext): Promise<ShopLook> {
  const look = await lookAtState(ctx);
  if (look.state !== "installed") return look;
  const location = await findOurLocation(ctx);
  if (location === "gone") return putUpAgain(ctx, look);
  await tell(ctx, { ...(await freshScopes(ctx)), locationActive: location === "active" });
  return look;
}

/** The same with everything set-up sees to; once a day, and when the app is opened after a return. */
export async function lookAtWholeShop(ctx: ShopContext): Promise<ShopLook> {
  const look = await lookAtState(ctx);
  return look.state === "installed" ? putUpAgain(ctx, look) : look;
}

async function lookAtState(ctx: ShopContext): Promise<ShopLook> {
  const before = ctx.shop.state;
  const state = await settleShopState(ctx);
  return { state, mended: before !== "installed" && state === "installed" ? 1 : 0 };
}

async function putUpAgain(ctx: ShopContext, look: ShopLook): Promise<ShopLook> {
  const shop = await ctx.db.shop.findUniqueOrThrow({ where: { id: ctx.shop.id } });
  const report = await installShop({ ...ctx, shop }, { appUrl: ctx.env.SHOPIFY_APP_URL });
  await tell(ctx, report);
  return { ...look, mended: look.mended + (report.locationChanged ? 1 : 0) };
}

/** Orders that could not be read for want of a permission are looked at once it is granted. */
async function tell(ctx: ShopContext, findings: ShopFindings): Promise<void> {
  const ended = await tellShopNeeds(ctx, findings);
  if (ended.includes("missing_scope")) await ctx.wake([waitingOrders]);
}

/** Read with `read_locations`: without it nothing can be said, and the permission is what is told. */
async function findOurLocation({ shop, admin }: ShopContext): Promise<"active" | "inactive" | "gone"> {
  if (shop.locationGid === null) return "gone";
  try {
    const location = await findLocation(admin, shop.locationGid);
    if (location === null || location.fulfillmentServiceId === null) return "gone";
    return location.active ? "active" : "inactive";
  } catch (error) {
    if (isShopifyError(error, "access_denied")) return "active";
    throw error;
  }
}

async function freshScopes({
  db,
  shop,
}: ShopContext): Promise<{ readonly missingScopes: readonly string[] }> {
  const { grantedScopes } = await db.shop.findUniqueOrThrow({ where: { id: shop.id } });
  return { missingScopes: missingScopes(grantedScopes) };
}
