import { z } from "zod";
import type { ListingsPosition } from "#app/domain/catalog/listings/list/find-listing-ids.server.ts";
import type { ListingsQuery } from "#app/domain/catalog/listings/list/list-listings.server.ts";
import { listingsSorts } from "#app/domain/catalog/listings/list/listings-sort.ts";
import { listingsViews } from "#app/domain/catalog/listings/list/listings-view.ts";
import { parsePageCursor } from "#app/platform/database/page-cursor.ts";
import { WITHOUT_NUL } from "../without-nul.ts";

const parts = {
  state: z.enum(listingsViews),
  search: z.string().trim().max(100).regex(WITHOUT_NUL),
  origin: z.enum(["imported", "mapped"]),
  category: z.string().min(1).max(200).regex(WITHOUT_NUL),
  sort: z.enum(listingsSorts),
};
const cursor = z.string().transform(parsePageCursor).nullable().catch(null);

const query = z.object({
  state: parts.state.catch("all"),
  search: parts.search.catch(""),
  origin: parts.origin.nullable().catch(null),
  category: parts.category.nullable().catch(null),
  sort: parts.sort.catch("newest"),
  after: cursor,
  before: cursor,
});

/** What an address of the list asks for; what it does not understand is left open. */
export function readListingsQuery(params: URLSearchParams): ListingsQuery {
  const { state, search, sort, after, before, ...filter } = query.parse(Object.fromEntries(params));
  return { view: state, search, sort, filter, place: placeOf(after, before) };
}

const known = z.strictObject(parts).partial();
/** What says nothing of which listings are meant: the page of the list, and what Shopify's admin opens pages with. */
const BESIDE = new Set([
  ...["after", "before"],
  ...["embedded", "hmac", "host", "id_token", "locale", "session", "shop", "timestamp"],
]);

/** Whether all of an address is understood: of a page that stood open for long the rest may have meant fewer listings. */
export function isListingsAddress(params: URLSearchParams): boolean {
  return known.safeParse(Object.fromEntries([...params].filter(([key]) => !BESIDE.has(key)))).success;
}

type Cursor = ReturnType<typeof parsePageCursor>;

function placeOf(after: Cursor, before: Cursor): ListingsPosition | null {
  if (after) return { side: "after", cursor: after };
  return before && { side: "before", cursor: before };
}
