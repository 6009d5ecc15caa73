import { BlockStack, IndexTable, Link, Text } from "@shopify/polaris";
import type { ReactNode } from "react";
import type { ListingsSort } from "#app/domain/catalog/listings/list/listings-sort.ts";
import { countOf } from "#app/domain/messages/count-of.ts";
import { VisibilityLine } from "#app/routes/admin/settings/channels/visibility-line.tsx";
import { MoneyRange } from "#app/ui/money-range.tsx";
import { ProductImage } from "#app/ui/product-image.tsx";
import type { ResourceColumns } from "#app/ui/resource-list/resource-words.ts";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import type { SortedColumn } from "#app/ui/table-sort.ts";
import { When } from "#app/ui/when.tsx";
import { ListingIssues } from "./listing-issues.tsx";
import { listingStatusWords, noteOf, showsVisibility } from "./listings-words.ts";
import type { ShownListing } from "./shown-listing.ts";

const HEADINGS = [
  { title: "Product", defaultSortDirection: "ascending" },
  { title: "Status" },
  { title: "Price", alignment: "end" },
  { title: "Margin, about", alignment: "end" },
  { title: "Stock", alignment: "end" },
  { title: "Confirmed" },
  { title: "Added" },
] as const;

const SORTED: readonly SortedColumn<ListingsSort>[] = [
  {
    ...{ column: 0, ascending: "title", descending: "title_down" },
    words: { ascending: "A to Z", descending: "Z to A" },
  },
  {
    ...{ column: HEADINGS.length - 1, ascending: "oldest", descending: "newest" },
    words: { ascending: "oldest first", descending: "newest first" },
  },
];

export const LISTING_COLUMNS: ResourceColumns<ListingsSort> = {
  singular: "listing",
  plural: "listings",
  usualSort: "newest",
  headings: HEADINGS,
  sorted: SORTED,
};

/** One listing as cells of the table. */
export function ListingCells({ listing, asOf }: { listing: ShownListing; asOf: string }) {
  const { prices, margins, stock } = listing;
  const note = noteOf(listing);
  return (
    <>
      <IndexTable.Cell>
        <div className="k-listing-name">
          <ProductImage url={listing.imageUrl} size="thumb" />
          <div>
            <Link url={`/listings/${listing.id}`} dataPrimaryLink removeUnderline monochrome>
              <Text as="span" fontWeight="semibold">
                <bdi>{listing.title || "A product of the catalog"}</bdi>
              </Text>
            </Link>
            <Text as="p" tone="subdued" variant="bodySm">
              {listing.variantCount === 0 ? "" : variantsInWords(listing.variantCount)}
            </Text>
          </div>
        </div>
      </IndexTable.Cell>
      <IndexTable.Cell>
        <BlockStack gap="100" inlineAlign="start">
          <StatusBadge {...listingStatusWords(listing)} />
          {/* A press on a button is not a press on its row. */}
          {/* biome-ignore lint/a11y: it only keeps clicks from the row around it */}
          <div className="k-need" onClick={(event) => event.stopPropagation()}>
            <ListingIssues listing={listing} />
            {note ? (
              <Text as="p" tone="subdued" variant="bodySm">
                {note}
              </Text>
            ) : null}
            {showsVisibility(listing) ? <VisibilityLine listing={listing} isRow /> : null}
          </div>
        </BlockStack>
      </IndexTable.Cell>
      <AtEnd>{prices ? <MoneyRange range={prices} /> : "—"}</AtEnd>
      <AtEnd isLoss={(margins?.lowest ?? 0) < 0}>{margins ? <MoneyRange range={margins} /> : "—"}</AtEnd>
      <AtEnd>
        {stock.shown === null ? "—" : stock.shown.toLocaleString("en-US")}
        {stock.shown === stock.atService || listing.variantCount === 0 ? null : (
          <Text as="span" tone="subdued" variant="bodySm">
            <br />
            {stock.atService.toLocaleString("en-US")} at the supplier
          </Text>
        )}
      </AtEnd>
      <IndexTable.Cell>
        {listing.confirmedAt === null ? "Not yet" : <When at={listing.confirmedAt} asOf={asOf} />}
      </IndexTable.Cell>
      <IndexTable.Cell>
        <When at={listing.createdAt} asOf={asOf} />
      </IndexTable.Cell>
    </>
  );
}

function AtEnd({ children, isLoss = false }: { children: ReactNode; isLoss?: boolean }) {
  return (
    <IndexTable.Cell>
      <Text as="p" alignment="end" numeric tone={isLoss ? "critical" : undefined}>
        {children}
      </Text>
    </IndexTable.Cell>
  );
}

export function variantsInWords(count: number): string {
  return countOf(count, "variant", "variants");
}
