import type { Prisma } from "@prisma/client";
import { listingStatusOf } from "#app/domain/catalog/listings/listing-status.ts";
import { lockedKinds } from "#app/domain/catalog/listings/locks/listing-locks.ts";
import { lockedFieldsOf } from "#app/domain/catalog/listings/locks/locked-fields.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import { type CsvRecord, csvHeadings, csvLines } from "#app/platform/csv-table.ts";
import { formatMoment } from "#app/platform/time/format-time.ts";
import { findListingIds, type ListingCursor } from "./find-listing-ids.server.ts";
import type { ListingsQuery } from "./list-listings.server.ts";

const BATCH = 200;

/** One line a variant: what stands in the shop beside what stands at the supplier. */
const HEADINGS = [
  "Product",
  "Variant",
  "SKU",
  "Status",
  "How it came",
  "Price (Rs)",
  "Compare at (Rs)",
  "Fixed price (Rs)",
  "Cost (Rs)",
  "Lowest price (Rs)",
  "Stock at the supplier",
  "Stock shown",
  "Yours",
  "Confirmed",
  "By",
] as const;

type ExportListingsInput = { readonly query: ListingsQuery; readonly by: string };

/** What a list shows as the lines of a CSV file, a batch at a time, however many they are; taking it is a fact. */
export async function* exportListings(
  ctx: ShopContext,
  { query, by }: ExportListingsInput,
): AsyncGenerator<string> {
  await recordFact(ctx.db, ctx.shop.id, {
    ...{ thing: "shop", thingId: ctx.shop.id, actor: "person", by, code: "listings_exported" },
    params: { view: query.view },
    at: ctx.clock.now(),
  });
  yield csvHeadings(HEADINGS);
  let cursor: ListingCursor | null = null;
  do {
    const place: ListingsQuery["place"] = cursor && { side: "after", cursor };
    const found: readonly ListingCursor[] = await findListingIds(ctx, { ...query, place, limit: BATCH });
    yield await linesOf(ctx, found);
    cursor = found.length < BATCH ? null : (found.at(-1) ?? null);
  } while (cursor);
}

type ExportedListing = Prisma.ListingGetPayload<{ include: { variants: true } }>;

async function linesOf(ctx: ShopContext, found: readonly ListingCursor[]): Promise<string> {
  const listings = await ctx.db.listing.findMany({
    where: { shopId: ctx.shop.id, id: { in: found.map(({ id }) => id) } },
    include: { variants: { orderBy: [{ sku: "asc" }, { supplierVariantId: "asc" }] } },
  });
  const byId = new Map(listings.map((listing) => [listing.id, listing]));
  const listed = found.flatMap(({ id }) => byId.get(id) ?? []);
  return csvLines(
    HEADINGS,
    listed.flatMap((listing) => toVariantLines(listing, ctx.shop.timezone)),
  );
}

function toVariantLines(
  listing: ExportedListing,
  timeZone: string,
): readonly CsvRecord<(typeof HEADINGS)[number]>[] {
  const lockedFields = lockedFieldsOf(listing.locked).map(({ field }) => field);
  const status = listingStatusOf({ ...listing, lockedFields }).replaceAll("_", " ");
  const lines: readonly (Partial<ExportedListing["variants"][number]> | null)[] =
    listing.variants.length > 0 ? listing.variants : [null];
  return lines.map((variant) => ({
    Product: listing.title,
    Variant: variant?.title ?? null,
    SKU: variant?.sku ?? null,
    Status: status,
    "How it came": listing.origin,
    "Price (Rs)": variant?.pricePkr ?? null,
    "Compare at (Rs)": variant?.compareAtPkr ?? null,
    "Fixed price (Rs)": variant?.fixedPricePkr ?? null,
    "Cost (Rs)": variant?.wholesalePkr ?? null,
    "Lowest price (Rs)": variant?.minResalePkr ?? null,
    "Stock at the supplier": variant?.stock ?? null,
    "Stock shown": variant?.pushedQuantity ?? null,
    Yours: yoursOf(lockedFields, variant?.id),
    Confirmed: listing.confirmedAt && formatMoment(listing.confirmedAt, timeZone),
    By: listing.confirmedBy,
  }));
}

/** "title price": what of a line is the merchant's; a price is locked for one variant only. */
function yoursOf(lockedFields: readonly string[], variantId: string | undefined): string {
  const isHere = (field: string) => !field.startsWith("price/") || field === `price/${variantId}`;
  return lockedKinds(lockedFields.filter(isHere)).join(" ");
}
