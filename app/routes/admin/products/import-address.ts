import { type CatalogFilter, toFilterParams } from "#app/domain/catalog/browse/catalog-filter.ts";

/** As many as fit an address; more are imported as what a filter finds. */
export const MOST_CHOSEN = 200;

/** Where chosen products are looked through before they are imported. */
export function reviewOf(productIds: readonly string[]): string {
  return `/import/review?${new URLSearchParams({ products: productIds.join(",") })}`;
}

/** The same for everything a filter finds. */
export function reviewOfAll(filter: CatalogFilter): string {
  const params = toFilterParams(filter);
  params.set("all", "1");
  return `/import/review?${params}`;
}
