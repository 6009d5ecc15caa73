import type { Rupees } from "#app/domain/money/rupees.ts";

export const catalogSorts = ["catalog", "cheapest", "dearest"] as const;

export type CatalogSort = (typeof catalogSorts)[number];

/** What the catalog is narrowed to; every part may be open. */
export type CatalogFilter = {
  /** As typed; "" for all. */
  readonly search: string;
  /** A main or sub category's id. */
  readonly category: string | null;
  /** Wholesale price, rupees, both ends included. */
  readonly minPkr: Rupees | null;
  readonly maxPkr: Rupees | null;
  readonly inStock: boolean;
  /** Only what is not in the store. */
  readonly unlisted: boolean;
};

export const wholeCatalog: CatalogFilter = {
  ...{ search: "", category: null, minPkr: null, maxPkr: null },
  ...{ inStock: false, unlisted: false },
};

export function isNarrowed({ search, category, minPkr, maxPkr, inStock, unlisted }: CatalogFilter): boolean {
  return search !== "" || category !== null || minPkr !== null || maxPkr !== null || inStock || unlisted;
}

/** A filter as it stands in the address of the catalog, and of an import of everything it finds. */
export function toFilterParams(filter: CatalogFilter): URLSearchParams {
  const { search, category, minPkr, maxPkr, inStock, unlisted } = filter;
  const entries: readonly (readonly [string, string | number | null])[] = [
    ["search", search || null],
    ["category", category],
    ["min", minPkr],
    ["max", maxPkr],
    ["inStock", inStock ? 1 : null],
    ["unlisted", unlisted ? 1 : null],
  ];
  return new URLSearchParams(
    entries.flatMap(([key, value]) => (value === null ? [] : [[key, String(value)]])),
  );
}
