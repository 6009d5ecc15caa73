import { findLocation } from "#app/shopify/operations/find-location.ts";
import { type InstallContext, installShop } from "./install-shop.server.ts";

/**
 * Checks that our location is still there and ours, one small read; where it is not, sets the shop up again (R44).
 * "healed" means that the shop's row has changed: read it anew.
 */
export async function healLocation(
  ctx: InstallContext,
  input: { readonly appUrl: string },
): Promise<"intact" | "healed"> {
  const { locationGid } = ctx.shop;
  const location = locationGid === null ? null : await findLocation(ctx.admin, locationGid);
  if (location?.active && location.fulfillmentServiceId !== null) return "intact";
  await installShop(ctx, input);
  return "healed";
}
