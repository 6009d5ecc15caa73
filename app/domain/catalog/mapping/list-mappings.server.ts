import type { Prisma } from "@prisma/client";
import type { MappingState } from "#app/domain/catalog/mapping/mapping-state.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import {
  describeMappingFailure,
  isMappingFailureCode,
} from "#app/domain/messages/failures/mapping-failure.ts";
import type { Rupees } from "#app/domain/money/rupees.ts";
import type { ListingId, MappingId, ProductGid } from "#app/platform/ids.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { includeMapping, loadMappedRows, type MappedRow, toMappedRow } from "./mapped-rows.server.ts";
import { costOfParts, isBundle, minimumOfParts, stockOfParts } from "./mapping-part.ts";

/** One variant of a mapped product, as a page shows it. Amounts in rupees. */
export type MappedVariantView = MappedRow & {
  readonly isBundle: boolean;
  readonly minimumPkr: Rupees;
  readonly costPkr: Rupees;
  /** How many can be sold of what the service has. */
  readonly stock: number;
  /** Its price in Shopify is below what it may sell for: its orders would be held. */
  readonly isTooCheap: boolean;
};

/** A product of the merchant's own with what its variants are. */
export type MappingView = {
  /** Of the mapping; null for variants that were linked for an order only. */
  readonly id: MappingId | null;
  readonly productGid: ProductGid | null;
  readonly title: string;
  readonly imageUrl: string | null;
  readonly state: MappingState;
  /** Why it failed and what to do, in words. */
  readonly failure: string | null;
  /** Variants of it have no SKU, which the app adds only when told to. */
  readonly lacksSku: boolean;
  /** Nothing of it is in the store any more: it can only be unmapped. */
  readonly isGone: boolean;
  /** The listing it is kept as; null where it lives by its links. */
  readonly listingId: ListingId | null;
  readonly writeCost: boolean;
  readonly variants: readonly MappedVariantView[];
};

export type MappingPage = { readonly mappings: readonly MappingView[]; readonly next: string | null };

const PAGE_SIZE = 25;
const MAX_ORPHANED_MAPPINGS = 100;

type ListMappingsDeps = Pick<ShopContext, "shop" | "db" | "connection">;
type MappingsQuery = { readonly cursor?: string | null; readonly search?: string };

/** Products of the merchant's own that are mapped in the mode in use, the newest first; with the first page what orders linked. */
export async function listMappings(
  ctx: ListMappingsDeps,
  { cursor = null, search = "" }: MappingsQuery = {},
): Promise<MappingPage> {
  if (ctx.connection === null) return { mappings: [], next: null };
  const { mode } = ctx.connection;
  const shopId = ctx.shop.id;
  const title = search === "" ? {} : ({ title: { contains: search, mode: "insensitive" } } as const);
  const found = await ctx.db.productMapping.findMany({
    where: { shopId, mode, ...title },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: PAGE_SIZE + 1,
    ...(cursor === null ? {} : { cursor: { shopId_id: { shopId, id: cursor } }, skip: 1 }),
  });
  const page = found.slice(0, PAGE_SIZE);
  const gids = page.map(({ productGid }) => productGid);
  const rows = await loadMappedRows(ctx.db, { shopId, mode }, gids);
  const listings = await ctx.db.listing.findMany({
    where: { shopId, mode, origin: "mapped", productGid: { in: gids } },
    select: { id: true, productGid: true },
  });
  const mappings = page.map((mapping) => toView(mapping, rows.get(mapping.productGid) ?? [], listings));
  const strays = cursor === null ? await listOrphanedMappings(ctx, mode, search) : [];
  return {
    mappings: [...mappings, ...strays],
    next: found.length > PAGE_SIZE ? (page.at(-1)?.id ?? null) : null,
  };
}

type ListingRow = readonly { readonly id: ListingId; readonly productGid: ProductGid | null }[];

function toView(
  mapping: Prisma.ProductMappingGetPayload<object>,
  rows: readonly MappedRow[],
  listings: ListingRow,
): MappingView {
  const { id, productGid, title, imageUrl, state, failure, writeCost } = mapping;
  const trouble = failure !== null && isMappingFailureCode(failure) ? describeMappingFailure(failure) : null;
  const listingId = listings.find((listing) => listing.productGid === productGid)?.id ?? null;
  const variants = rows.map(toVariantView);
  const is = { isGone: failure === "deleted_in_shopify", lacksSku: failure === "sku_missing" };
  return { id, productGid, title, imageUrl, state, failure: trouble, ...is, listingId, writeCost, variants };
}

/** A variant with what its parts come to. */
function toVariantView(row: MappedRow): MappedVariantView {
  const minimumPkr = minimumOfParts(row.parts);
  return {
    ...row,
    ...{ isBundle: isBundle(row.parts), minimumPkr, costPkr: costOfParts(row.parts) },
    stock: stockOfParts(row.parts),
    isTooCheap: row.pricePkr !== null && row.pricePkr < minimumPkr,
  };
}

/** Variants an order was held for, and a person linked there: no product of theirs was mapped here. */
async function listOrphanedMappings(
  { db, shop: { id: shopId } }: ListMappingsDeps,
  mode: Mode,
  search: string,
): Promise<readonly MappingView[]> {
  const mapped = await db.productMapping.findMany({ where: { shopId, mode }, select: { productGid: true } });
  const items = await db.stockedItem.findMany({
    where: {
      ...{ shopId, mode },
      link: {
        OR: [{ productGid: null }, { productGid: { notIn: mapped.map(({ productGid }) => productGid) } }],
        ...(search === "" ? {} : { title: { contains: search, mode: "insensitive" } }),
      },
    },
    include: includeMapping,
    orderBy: { link: { at: "desc" } },
    take: MAX_ORPHANED_MAPPINGS,
  });
  return items.flatMap((item) => {
    const row = toMappedRow(item);
    if (row === null) return [];
    return {
      ...{ id: null, productGid: item.link?.productGid ?? null, title: row.title, imageUrl: null },
      ...{ state: "ready", failure: null, isGone: false, lacksSku: false, listingId: null, writeCost: false },
      variants: [toVariantView(row)],
    };
  });
}
