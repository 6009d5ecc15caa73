import type { ListingRow } from "#app/domain/catalog/listings/list/load-listing-rows.server.ts";
import type { KeptField, ProductBlock } from "#app/domain/catalog/product-block/find-product-block.server.ts";
import { formatDay, formatMoment } from "#app/platform/time/format-time.ts";
import {
  confirmedByWords,
  fieldWords,
  listingStatusWords,
  noteOf,
} from "#app/routes/admin/listings/listings-words.ts";
import type { StatusWords } from "#app/ui/status-words.ts";

type ProductPage = { readonly number: string; readonly timezone: string };

const LINKED: StatusWords = { label: "Mapped", tone: "success" };

const WAS_YOURS =
  "This product was yours before. Karwan keeps its stock right; prices, title and images are yours.";

/** The block's answer: words and figures only. Null figures are not known. */
export function showProductBlock(block: ProductBlock, { number, timezone }: ProductPage) {
  if (block.kind === "links") {
    return {
      path: `mapping/${number}`,
      status: LINKED,
      issues: [],
      note: null,
      costs: block.costs,
      margins: block.margins,
      stock: block.stock,
      confirmed: block.stockAt && formatMoment(block.stockAt, timezone),
      kept: [],
    };
  }
  const { listing, costs, kept } = block;
  return {
    path: `listings/${listing.id}`,
    status: listingStatusWords(listing),
    issues: listing.openIssues.map(({ sentence }) => sentence),
    note: noteInBlock(listing),
    costs,
    margins: listing.margins,
    stock: listing.stock,
    confirmed: listing.confirmedAt && confirmedOf(listing.confirmedAt, listing.confirmedBy, timezone),
    kept: kept.map((each) => keptWords(each, timezone)),
  };
}

/** What is locked stands below, each with its date. */
function noteInBlock(listing: ListingRow): string | null {
  if (listing.origin === "mapped") return WAS_YOURS;
  return listing.listingStatus === "edited" ? null : noteOf(listing);
}

function confirmedOf(at: Date, by: Parameters<typeof confirmedByWords>[0], timezone: string): string {
  return [formatMoment(at, timezone), confirmedByWords(by)].filter(Boolean).join(", ");
}

function keptWords({ field, since, variantTitle }: KeptField, timezone: string): string {
  const words = fieldWords(field);
  const named = variantTitle ? `${words} of ${variantTitle}` : words;
  return `${named.charAt(0).toUpperCase()}${named.slice(1)}, since ${formatDay(since, timezone)}`;
}
