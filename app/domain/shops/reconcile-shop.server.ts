import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { ShopState } from "#app/domain/context/shop-state.ts";
import { isShopifyError } from "#app/shopify/errors.ts";
import { findLocation } from "#app/shopify/operations/shop/find-location.ts";
import { missingScopes } from "#app/shopify/scopes.ts";
import { installShop } from "./install-shop.server.ts";
import { reconcileInstallState } from "./shop-life.server.ts";
import { type ShopFindings, syncShopIssues } from "./sync-shop-issues.server.ts";

export type ReconcileShopResult = {
  readonly state: ShopState;
  /** What had to be put right: a shop that came back, a location that was gone. */
  readonly repaired: number;
};

/**
 * Checks a shop after a hint that it changed: whether the app is installed, whether our location exists, which
 * permissions it grants. Two small reads, and set-up again only where the location is gone (R44).
 */
export async function reconcileShop(ctx: ShopContext): Promise<ReconcileShopResult> {
  const look = await reconcileShopState(ctx);
  if (look.state !== "installed") return look;
  const location = await findOurLocation(ctx);
  if (location === "gone") return reinstallShop(ctx, look);
  await syncIssues(ctx, { ...(await freshScopes(ctx)), locationActive: location === "active" });
  return look;
}

/** The same with everything set-up sees to; once a day, and when the app is opened after a return. */
export async function reconcileWholeShop(ctx: ShopContext): Promise<ReconcileShopResult> {
  const look = await reconcileShopState(ctx);
  return look.state === "installed" ? reinstallShop(ctx, look) : look;
}

async function reconcileShopState(ctx: ShopContext): Promise<ReconcileShopResult> {
  const before = ctx.shop.state;
  const state = await reconcileInstallState(ctx);
  return { state, repaired: before !== "installed" && state === "installed" ? 1 : 0 };
}

async function reinstallShop(ctx: ShopContext, look: ReconcileShopResult): Promise<ReconcileShopResult> {
  const shop = await ctx.db.shop.findUniqueOrThrow({ where: { id: ctx.shop.id } });
  const report = await installShop({ ...ctx, shop }, { appUrl: ctx.env.SHOPIFY_APP_URL });
  await syncIssues(ctx, report);
  return { ...look, repaired: look.repaired + (report.locationChanged ? 1 : 0) };
}

/** Orders that could not be read for want of a permission are looked at once it is granted. */
async function syncIssues(ctx: ShopContext, findings: ShopFindings): Promise<void> {
  const ended = await syncShopIssues(ctx, findings);
  if (ended.includes("missing_scope")) await ctx.wake([{ kind: "orders.reconcileWaiting", subject: "shop" }]);
}

/** Needs `read_locations`: without it the location is unknown, and the missing permission is reported. */
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
