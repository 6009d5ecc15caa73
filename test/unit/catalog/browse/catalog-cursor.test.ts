import { describe, expect, it } from "vitest";
import { parseCatalogCursor, toCatalogCursor } from "#app/domain/catalog/browse/catalog-cursor.ts";

describe("a cursor of the catalog", () => {
  it.each([
    { way: "after", sort: "catalog", key: 0, id: "prd_1" },
    { way: "before", sort: "cheapest", key: 2_147_483_647, id: "id with_under_scores/and ✓" },
  ] as const)("comes back as it was written: $id", (cursor) => {
    expect(parseCatalogCursor(toCatalogCursor(cursor), cursor.sort)).toEqual(cursor);
  });

  it.each([
    "",
    "x",
    "after_catalog_1_",
    "after_catalog_-1_a",
    "after_catalog_99999999999_a",
    "after_catalog_2147483648_a",
    "under_catalog_1_a",
    "after_nothing_1_a",
    "after_cheapest_1_a",
    "live_abc",
    `after_catalog_1_${"a".repeat(201)}`,
  ])("is nothing when we did not write it, or for another order: %o", (text) => {
    expect(parseCatalogCursor(text, "catalog")).toBeNull();
  });
});
