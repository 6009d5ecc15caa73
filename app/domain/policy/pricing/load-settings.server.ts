import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { defaultListingSettings, type ListingSettings, parseListingSettings } from "./listing-policy.ts";

/** How the shop prices its listings and keeps them true; defaults where nothing was saved. */
export async function loadListingSettings({
  shop,
  db,
}: Pick<ShopContext, "shop" | "db">): Promise<ListingSettings> {
  const row = await db.listingSettings.findUnique({ where: { shopId: shop.id } });
  return row === null ? defaultListingSettings : parseListingSettings(row);
}
