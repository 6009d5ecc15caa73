import {
  type ListingRow,
  loadListingRows,
} from "#app/domain/catalog/listings/list/load-listing-rows.server.ts";
import { type LockedField, lockedFieldsOf } from "#app/domain/catalog/listings/locks/locked-fields.ts";
import { type Range, rangeOf } from "#app/domain/catalog/listings/sync/range-of.ts";
import { loadMappedRows, type MappedRow } from "#app/domain/catalog/mapping/mapped-rows.server.ts";
import { costOfParts, stockOfParts } from "#app/domain/catalog/mapping/mapping-part.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import { estimateShipping, planMargin } from "#app/domain/policy/pricing/margin.ts";
import { loadTerms } from "#app/domain/policy/terms/load-terms.server.ts";
import type { ProductGid } from "#app/platform/ids.ts";
import { isShopifyError } from "#app/shopify/errors.ts";
import { listVariantPrices } from "#app/shopify/operations/products/list-variant-prices.ts";

/** A field the merchant keeps, and the variant's title where it is a price. */
export type KeptField = LockedField & { readonly variantTitle: string | null };

/** What of a product Shopify's own page of it shows; amounts in rupees. */
export type ProductBlock =
  | {
      readonly kind: "listing";
      readonly listing: ListingRow;
      readonly costs: Range | null;
      readonly kept: readonly KeptField[];
    }
  /** A product of the merchant's own that lives by links to goods of the service. */
  | {
      readonly kind: "links";
      readonly costs: Range | null;
      /** About what one unit leaves when delivered, at the prices Shopify has now; null while they are not known. */
      readonly margins: Range | null;
      readonly stock: { readonly atService: number; readonly shown: number | null };
      /** When the service last said how many there are, of the part asked longest ago. */
      readonly stockAt: Date | null;
    };

/** One product as its block in Shopify's admin shows it; null when nothing of it is the service's in this shop. */
export async function findProductBlock(
  ctx: ShopContext,
  productGid: ProductGid,
): Promise<ProductBlock | null> {
  return (await findListed(ctx, productGid)) ?? findLinked(ctx, productGid);
}

async function findListed(ctx: ShopContext, productGid: ProductGid): Promise<ProductBlock | null> {
  const shopId = ctx.shop.id;
  const listings = await ctx.db.listing.findMany({
    where: { shopId, productGid },
    include: { variants: { select: { id: true, title: true, wholesalePkr: true } } },
    orderBy: { createdAt: "desc" },
  });
  // The same product may be listed in test mode and live; the mode in use counts first.
  const mode = ctx.connection?.mode;
  const listing = listings.find((each) => each.mode === mode) ?? listings[0];
  const [row] = listing ? await loadListingRows(ctx, [listing.id]) : [];
  if (!listing || !row) return null;
  const titles = new Map(listing.variants.map(({ id, title }) => [`price/${id}`, title]));
  return {
    kind: "listing",
    listing: row,
    costs: rangeOf(listing.variants.map(({ wholesalePkr }) => wholesalePkr)),
    kept: lockedFieldsOf(listing.locked).map((kept) => ({
      ...kept,
      variantTitle: titles.get(kept.field) ?? null,
    })),
  };
}

async function findLinked(ctx: ShopContext, productGid: ProductGid): Promise<ProductBlock | null> {
  if (ctx.connection === null) return null;
  const key = { shopId: ctx.shop.id, mode: ctx.connection.mode };
  const rows = (await loadMappedRows(ctx.db, key, [productGid])).get(productGid) ?? [];
  if (rows.length === 0) return null;
  const written = rows.flatMap(({ pushedQuantity }) => pushedQuantity ?? []);
  const moments = rows.flatMap(({ parts }) => parts.flatMap(({ stockAt }) => stockAt?.getTime() ?? []));
  return {
    kind: "links",
    costs: rangeOf(rows.map(({ parts }) => costOfParts(parts))),
    margins: await findMargins(ctx, rows),
    stock: {
      atService: sum(rows.map(({ parts }) => stockOfParts(parts))),
      shown: written.length === 0 ? null : sum(written),
    },
    stockAt: moments.length === 0 ? null : new Date(Math.min(...moments)),
  };
}

/** The prices are the merchant's and are kept nowhere here, so that Shopify is asked. */
async function findMargins(ctx: ShopContext, rows: readonly MappedRow[]): Promise<Range | null> {
  const prices = await findPrices(ctx, rows);
  if (prices === null) return null;
  const terms = await loadTerms(ctx);
  const shippingPkr = estimateShipping(null, terms);
  return rangeOf(
    rows.flatMap(({ variantGid, parts }) => {
      const price = prices.get(variantGid);
      if (price === undefined) return [];
      const pricePkr = rupees(Math.floor(Number(price)));
      return [planMargin({ pricePkr, wholesalePkr: costOfParts(parts), shippingPkr, terms }).deliveredPkr];
    }),
  );
}

/** By variant; null where Shopify does not answer. */
async function findPrices(
  { admin }: ShopContext,
  rows: readonly MappedRow[],
): Promise<ReadonlyMap<string, string> | null> {
  try {
    const prices = await listVariantPrices(
      admin,
      rows.map(({ variantGid }) => variantGid),
    );
    return new Map(prices.map(({ id, price }) => [id, price]));
  } catch (error) {
    if (!isShopifyError(error)) throw error;
    return null;
  }
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
