import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { toPageCursor } from "#app/platform/database/page-cursor.ts";
import { countListings, type ListingsCounts } from "./count-listings.server.ts";
import {
  findListingIds,
  type ListingCursor,
  type ListingsPosition,
  type ListingsSlice,
} from "./find-listing-ids.server.ts";
import type { ListingsFilter } from "./listings-filter.ts";
import type { ListingsSort } from "./listings-sort.ts";
import type { ListingsView } from "./listings-view.ts";
import { type ListingRow, loadListingRows } from "./load-listing-rows.server.ts";

const PAGE_SIZE = 50;

export type ListingsQuery = {
  readonly view: ListingsView;
  readonly filter: ListingsFilter;
  /** What is looked for in titles and SKUs; "" for all. */
  readonly search: string;
  readonly sort: ListingsSort;
  readonly place: ListingsPosition | null;
};

export type ListingsPage = {
  readonly view: ListingsView;
  readonly listings: readonly ListingRow[];
  /** Cursor of the page that follows; null on the last. */
  readonly next: string | null;
  /** Cursor of the page before; null on the first. */
  readonly previous: string | null;
  readonly counts: ListingsCounts;
  readonly asOf: Date;
};

/** One page of the shop's listings: of the mode in use, of both while nothing is connected. */
export async function listListings(ctx: ShopContext, query: ListingsQuery): Promise<ListingsPage> {
  const [found, counts] = await Promise.all([findPage(ctx, query), countListings(ctx)]);
  const ids = found.page.map(({ id }) => id);
  return {
    view: query.view,
    listings: await loadListingRows(ctx, ids),
    next: found.next,
    previous: found.previous,
    counts,
    asOf: ctx.clock.now(),
  };
}

type FoundPage = {
  readonly page: readonly ListingCursor[];
  readonly next: string | null;
  readonly previous: string | null;
};

async function findPage(ctx: ShopContext, query: ListingsQuery): Promise<FoundPage> {
  const slice: ListingsSlice = { ...query, limit: PAGE_SIZE + 1 };
  const found = await findListingIds(ctx, slice);
  const isUp = query.place?.side === "before";
  const nearest = found.slice(0, PAGE_SIZE);
  const page = isUp ? nearest.toReversed() : nearest;
  const hasMore = found.length > PAGE_SIZE;
  const [first, last] = [page.at(0), page.at(-1)];
  // The page this one was reached from lies on its other side.
  const hasNext = isUp ? page.length > 0 : hasMore;
  const hasPrevious = isUp ? hasMore : query.place !== null;
  return {
    page,
    next: hasNext && last ? toPageCursor(last) : null,
    previous: hasPrevious && first ? toPageCursor(first) : null,
  };
}
