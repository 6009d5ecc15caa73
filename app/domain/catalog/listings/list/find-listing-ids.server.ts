import { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { PageCursor } from "#app/platform/database/page-cursor.ts";
import type { ListingId, ShopId } from "#app/platform/ids.ts";
import { type Mode, modes } from "#app/supplier/mode.ts";
import { skuHas, titleHas, toListingWords } from "./find-words.ts";
import type { ListingsFilter } from "./listings-filter.ts";
import { isByTitle, isUpward, type ListingsSort } from "./listings-sort.ts";
import { type ListingsView, listingStatusesOfView } from "./listings-view.ts";

/** Where a page lies: after a row on the way down the list, or before one on the way up. */
export type ListingsPosition = { readonly side: "after" | "before"; readonly cursor: PageCursor };

export type ListingsSlice = {
  readonly view: ListingsView;
  readonly filter: ListingsFilter;
  /** As typed; "" for all. */
  readonly search: string;
  readonly sort: ListingsSort;
  readonly place: ListingsPosition | null;
  readonly limit: number;
};

type ListContext = Pick<ShopContext, "shop" | "db" | "connection">;

const { sql, join } = Prisma;

/** A listing of a list, as the place where a page ends. */
export type ListingCursor = PageCursor & { readonly id: ListingId };

/** The next listings of a list, or, before a place, the nearest to it first. */
export async function findListingIds(
  ctx: ListContext,
  slice: ListingsSlice,
): Promise<readonly ListingCursor[]> {
  const query = listingIdsQuery(ctx, slice);
  return query === null ? [] : ctx.db.$queryRaw<ListingCursor[]>(query);
}

/**
 * Each branch walks one index in the list's own order and stops at the limit, so that the hundredth page costs what the
 * first does. Null where nothing can be found.
 */
export function listingIdsQuery(ctx: ListContext, slice: ListingsSlice): Prisma.Sql | null {
  const branches = slice.search === "" ? branchesOfView(ctx, slice) : branchesOfSearch(ctx, slice);
  if (branches.length === 0) return null;
  return sql`
    select distinct key, id from (${join([...branches], " union all ")}) as found
    ${inOrder(slice, sql`key`, sql`id`)} limit ${slice.limit}`;
}

const addedAt = sql`l.created_at`;
/** As `listing_by_title_idx` holds it. */
const titleKey = sql`left(lower(l.title), 100)`;

function keyOf({ sort }: ListingsSlice): Prisma.Sql {
  return isByTitle(sort) ? titleKey : addedAt;
}

/** Whether the keys grow along the way that is walked: down the list, or up from a place. */
function grows({ sort, place }: ListingsSlice): boolean {
  return isUpward(sort) !== (place?.side === "before");
}

function inOrder(slice: ListingsSlice, key: Prisma.Sql, id: Prisma.Sql): Prisma.Sql {
  return grows(slice) ? sql`order by ${key}, ${id}` : sql`order by ${key} desc, ${id} desc`;
}

/** The modes a list shows: the one in use; both while nothing is connected. */
export function modesShown({ connection }: Pick<ShopContext, "connection">): readonly [Mode, ...Mode[]] {
  return connection === null ? modes : [connection.mode];
}

/** One branch for each standing of a mode: only equal columns let an index give its rows in order. */
function branchesOfView(ctx: ListContext, slice: ListingsSlice): readonly Prisma.Sql[] {
  const conditions = [...conditionsOf(ctx, slice), beyond(slice)];
  const key = keyOf(slice);
  const branch = (inView: Prisma.Sql, mode: Mode) => sql`(
    select ${key} as key, l.id from listing l
    where ${join([sql`l.mode = ${mode}`, inView, ...conditions], " and ")}
    ${inOrder(slice, key, sql`l.id`)} limit ${slice.limit})`;
  return modesShown(ctx).flatMap((mode) => {
    if (slice.view === "needs_you") return [branch(hasOpenIssue, mode)];
    return listingStatusesOfView[slice.view].map((status) => branch(sql`l.standing = ${status}`, mode));
  });
}

const hasOpenIssue = sql`(l.needs_you or l.standing = 'failed')`;

/** A place of another order, as a bent address names it, is no place. */
function beyond(slice: ListingsSlice): Prisma.Sql {
  const { place } = slice;
  if (place === null || typeof place.cursor.key !== (isByTitle(slice.sort) ? "string" : "object"))
    return sql`true`;
  const { key, id } = place.cursor;
  return sql`(${keyOf(slice)}, l.id) ${grows(slice) ? sql`>` : sql`<`} (${key}, ${id}::uuid)`;
}

/** The longest word is most likely the rarest: its listings are found by an index, the others looked for in those. */
function branchesOfSearch(ctx: ListContext, slice: ListingsSlice): readonly Prisma.Sql[] {
  const shopId = ctx.shop.id;
  const words = toListingWords(slice.search).toSorted((a, b) => b.length - a.length);
  const [rarest, ...others] = words;
  if (rarest === undefined) return [];
  const conditions = join(
    [
      sql`l.mode = any(${[...modesShown(ctx)]}::text[])`,
      inViewOf(slice.view),
      ...conditionsOf(ctx, slice),
      beyond(slice),
      ...others.map((word) => hasWord(shopId, word)),
    ],
    " and ",
  );
  const key = keyOf(slice);
  const order = inOrder(slice, key, sql`l.id`);
  return [
    sql`(select ${key} as key, l.id from listing l
      where ${titleHas(shopId, rarest)} and ${conditions} ${order} limit ${slice.limit})`,
    sql`(select ${key} as key, l.id from listing_variant v
      join listing l on l.shop_id = v.shop_id and l.id = v.listing_id
      where ${skuHas(shopId, rarest)} and ${conditions}
      group by ${key}, l.id ${order} limit ${slice.limit})`,
  ];
}

/** `offset 0` keeps the planner from reading all SKUs to look at a few listings. */
function hasWord(shopId: ShopId, word: string): Prisma.Sql {
  return sql`(${titleHas(shopId, word)} or exists (
    select 1 from listing_variant v where v.shop_id = l.shop_id and v.listing_id = l.id
      and ${skuHas(shopId, word)} offset 0))`;
}

function inViewOf(view: ListingsView): Prisma.Sql {
  if (view === "needs_you") return hasOpenIssue;
  return sql`l.standing = any(${[...listingStatusesOfView[view]]}::text[])`;
}

function conditionsOf({ shop }: ListContext, { filter }: ListingsSlice): readonly Prisma.Sql[] {
  return [
    sql`l.shop_id = ${shop.id}::uuid`,
    ...(filter.origin ? [sql`l.origin = ${filter.origin}`] : []),
    ...(filter.category ? [inCategory(shop.id, filter.category)] : []),
  ];
}

/** A category's products, and those of the categories under it. */
function inCategory(shopId: ShopId, category: string): Prisma.Sql {
  return sql`exists (
    select 1 from catalog_product p where p.shop_id = l.shop_id and p.mode = l.mode
      and p.supplier_product_id = l.supplier_product_id and (p.category_id = ${category} or p.category_id in (
        select c.category_id from catalog_category c
        where c.shop_id = ${shopId}::uuid and c.mode = l.mode and c.parent_id = ${category})) offset 0)`;
}
