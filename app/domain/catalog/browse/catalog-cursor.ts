import { type CatalogSort, catalogSorts } from "./catalog-filter.ts";

/** Where a page of the catalog begins: after, or before, the product with that key in the list's order. */
export type CatalogCursor = {
  readonly way: "after" | "before";
  readonly sort: CatalogSort;
  /** Its place in the catalog, or its wholesale price. */
  readonly key: number;
  readonly id: string;
};

const SHAPE = /^(after|before)_([a-z]+)_(\d{1,10})_(.{1,200})$/s;

export function toCatalogCursor({ way, sort, key, id }: CatalogCursor): string {
  return `${way}_${sort}_${key}_${id}`;
}

/** A cursor from a URL; null for anything we did not write ourselves, and for one of another order. */
export function parseCatalogCursor(text: string, sort: CatalogSort): CatalogCursor | null {
  const [, way, ofSort, key = "", id = ""] = SHAPE.exec(text) ?? [];
  const known = catalogSorts.find((each) => each === ofSort);
  if ((way !== "after" && way !== "before") || known !== sort || Number(key) > 2_147_483_647) return null;
  return { way, sort: known, key: Number(key), id };
}
