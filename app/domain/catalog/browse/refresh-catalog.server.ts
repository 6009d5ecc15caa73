import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { type CatalogEvent, refreshCatalogProducts } from "./save-catalog.server.ts";

/** A step of applying events of products: our copy of the catalog shows what they say, in each mode its own. */
export async function refreshCatalog(
  { shop, db }: Pick<ShopContext, "shop" | "db">,
  events: readonly (CatalogEvent & { readonly mode: Mode })[],
): Promise<void> {
  for (const [mode, ofMode] of Map.groupBy(events, (each) => each.mode))
    await refreshCatalogProducts(db, { shopId: shop.id, mode }, ofMode);
}
