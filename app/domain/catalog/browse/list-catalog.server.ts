import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { loadListingSettings } from "#app/domain/policy/pricing/load-settings.server.ts";
import { loadTerms } from "#app/domain/policy/terms/load-terms.server.ts";
import type { SupplierProductId } from "#app/platform/ids.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { nameStores } from "../stores/name-stores.server.ts";
import {
  browseCatalog,
  type CatalogContext,
  type LiveFilter,
  type NoCatalog,
} from "./browse-catalog.server.ts";
import { type CatalogCursor, parseCatalogCursor, toCatalogCursor } from "./catalog-cursor.ts";
import { type CatalogFilter, type CatalogSort, isNarrowed, wholeCatalog } from "./catalog-filter.ts";
import { toSupplierProduct } from "./catalog-row.ts";
import { type CatalogState, findCatalogState } from "./catalog-state.server.ts";
import { type CategoryNode, listCategoryTree } from "./category-tree.server.ts";
import { type CatalogIdRow, countCatalog, findCatalogIds } from "./find-catalog-ids.server.ts";
import { findListingsOf } from "./find-listings.server.ts";
import type { CatalogScope } from "./save-catalog.server.ts";
import { type CatalogCard, toCard } from "./to-card.ts";

const PAGE_SIZE = 24;
/** More than this is told as "more than". */
const MOST_COUNTED = 20_000;
const LIVE = "live_";

export type CatalogQuery = {
  readonly filter: CatalogFilter;
  readonly sort: CatalogSort;
  /** Where the page begins, as an earlier page gave it; anything else begins at the first. */
  readonly at: string | null;
};

export type CatalogPage = {
  readonly kind: "page";
  readonly mode: Mode;
  /** Ours, or the service's own while ours is not whole yet. */
  readonly source: "cache" | "live";
  readonly cards: readonly CatalogCard[];
  readonly next: string | null;
  readonly previous: string | null;
  readonly isFirst: boolean;
  /** How many products the filter finds, and how many there are; null while pages are read live. */
  readonly found: number | null;
  readonly total: number | null;
  readonly state: CatalogState;
};

export type CatalogResult = {
  readonly page: CatalogPage | NoCatalog;
  readonly categories: readonly CategoryNode[];
};

/** One page of the catalog with the merchant's own margin beside each price; after the first walk it costs no call. */
export async function listCatalog(ctx: CatalogContext, query: CatalogQuery): Promise<CatalogResult> {
  const { connection } = ctx;
  if (connection === null) return { page: { kind: "not_connected" }, categories: [] };
  const place = { shopId: ctx.shop.id, mode: connection.mode };
  const [state, categories] = await Promise.all([
    findCatalogState(ctx.db, place),
    listCategoryTree(ctx.db, place),
  ]);
  const read = state.isWalked ? readCached : readLive;
  return { page: await read(ctx, query, { place, state }), categories };
}

type CatalogSource = { readonly place: CatalogScope; readonly state: CatalogState };

async function readCached(
  ctx: CatalogContext,
  { filter, sort, at }: CatalogQuery,
  { place, state }: CatalogSource,
): Promise<CatalogPage> {
  const cursor = at === null ? null : parseCatalogCursor(at, sort);
  const countOf = (counted: CatalogFilter) =>
    countCatalog(ctx.db, place, { filter: counted, most: MOST_COUNTED });
  const [slice, total, narrowed] = await Promise.all([
    readSlice(ctx, place, { filter, sort, cursor }),
    countOf(wholeCatalog),
    isNarrowed(filter) ? countOf(filter) : null,
  ]);
  const found = narrowed ?? total;
  const cards = await loadCards(ctx, place, slice.ids);
  return {
    ...{ kind: "page", mode: place.mode, source: "cache" },
    ...slice.edges,
    cards,
    found,
    total,
    state,
  };
}

type Edges = Pick<CatalogPage, "next" | "previous" | "isFirst">;
type SliceQuery = Pick<CatalogQuery, "filter" | "sort"> & { readonly cursor: CatalogCursor | null };

/** A page before which there is nothing is the first one, whole. */
async function readSlice(
  ctx: Pick<ShopContext, "db">,
  place: CatalogScope,
  asked: SliceQuery,
): Promise<{ readonly ids: readonly SupplierProductId[]; readonly edges: Edges }> {
  const { sort, cursor } = asked;
  const rows = await findCatalogIds(ctx.db, place, { ...asked, limit: PAGE_SIZE + 1 });
  const hasMore = rows.length > PAGE_SIZE;
  const isBack = cursor?.way === "before";
  const leadsNowhere = cursor !== null && (isBack ? !hasMore : rows.length === 0);
  if (leadsNowhere) return readSlice(ctx, place, { ...asked, cursor: null });
  const shown = isBack ? rows.slice(0, PAGE_SIZE).toReversed() : rows.slice(0, PAGE_SIZE);
  const edge = (way: CatalogCursor["way"], row: CatalogIdRow | undefined) =>
    row ? toCatalogCursor({ way, sort, ...row }) : null;
  return {
    ids: shown.map(({ id }) => id),
    edges: {
      isFirst: cursor === null,
      previous: cursor === null ? null : edge("before", shown[0]),
      next: isBack || hasMore ? edge("after", shown.at(-1)) : null,
    },
  };
}

async function loadCards(
  ctx: CatalogContext,
  { shopId, mode }: CatalogScope,
  ids: readonly SupplierProductId[],
): Promise<readonly CatalogCard[]> {
  const [rows, listings, { priceRule: rule }, terms] = await Promise.all([
    ctx.db.catalogProduct.findMany({ where: { shopId, mode, supplierProductId: { in: [...ids] } } }),
    findListingsOf(ctx, mode, ids),
    loadListingSettings(ctx),
    loadTerms(ctx),
  ]);
  const byId = new Map(rows.map((row) => [row.supplierProductId, row]));
  const stores = await nameStores(
    ctx,
    mode,
    rows.map(({ supplierStoreId }) => supplierStoreId),
  );
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (!row) return [];
    const listing = listings.get(id) ?? null;
    const card = toCard(toSupplierProduct(row.product), { rule, terms, listing, stores });
    return card ? [card] : [];
  });
}

async function readLive(
  ctx: CatalogContext,
  { filter, at }: CatalogQuery,
  { state }: CatalogSource,
): Promise<CatalogPage | NoCatalog> {
  const cursor = at?.startsWith(LIVE) ? at.slice(LIVE.length) : undefined;
  const page = await browseCatalog(ctx, { ...toLiveFilter(filter), cursor });
  if (page.kind !== "page") return page;
  const { cards, nextCursor, mode } = page;
  return {
    ...{ kind: "page", mode, source: "live", state, found: null, total: null, previous: null },
    isFirst: cursor === undefined,
    cards: filter.unlisted ? cards.filter(({ listing }) => listing === null) : cards,
    next: nextCursor === null ? null : `${LIVE}${nextCursor}`,
  };
}

function toLiveFilter({ search, category, minPkr, maxPkr, inStock }: CatalogFilter): LiveFilter {
  return {
    ...(search === "" ? {} : { search }),
    ...(category === null ? {} : { category }),
    ...(minPkr === null ? {} : { minPrice: minPkr }),
    ...(maxPkr === null ? {} : { maxPrice: maxPkr }),
    ...(inStock ? { inStock } : {}),
  };
}
