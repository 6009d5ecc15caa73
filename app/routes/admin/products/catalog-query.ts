import { z } from "zod";
import { type CatalogFilter, catalogSorts } from "#app/domain/catalog/browse/catalog-filter.ts";
import type { CatalogQuery } from "#app/domain/catalog/browse/list-catalog.server.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import { WITHOUT_NUL } from "../without-nul.ts";

export const catalogViews = ["cards", "table"] as const;

const whole = z
  .string()
  .trim()
  .regex(/^\d{1,7}$/)
  .transform((digits) => rupees(Number(digits)))
  .nullable()
  .catch(null);
const flag = z
  .literal("1")
  .transform(() => true)
  .catch(false);

const query = z.object({
  search: z.string().trim().max(100).regex(WITHOUT_NUL).catch(""),
  category: z.string().min(1).max(200).regex(WITHOUT_NUL).nullable().catch(null),
  min: whole,
  max: whole,
  inStock: flag,
  unlisted: flag,
  sort: z.enum(catalogSorts).catch("catalog"),
  view: z.enum(catalogViews).catch("cards"),
  at: z.string().min(1).max(2100).regex(WITHOUT_NUL).nullable().catch(null),
});

export type ShownCatalog = CatalogQuery & { readonly view: (typeof catalogViews)[number] };

/** What an address of the catalog asks for; what it does not understand is left open. */
export function readCatalogQuery(params: URLSearchParams): ShownCatalog {
  const { sort, view, at, min, max, ...filter } = query.parse(Object.fromEntries(params));
  return { filter: { ...filter, minPkr: min, maxPkr: max }, sort, view, at };
}

/** The part of it that says which products are meant. */
export function readCatalogFilter(params: URLSearchParams): CatalogFilter {
  return readCatalogQuery(params).filter;
}
