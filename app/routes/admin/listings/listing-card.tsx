import { Text } from "@shopify/polaris";
import { formatAgo, formatDay } from "#app/platform/time/format-time.ts";
import { visibilityWords } from "#app/routes/admin/settings/channels/visibility-words.ts";
import { MoneyRange } from "#app/ui/money-range.tsx";
import { ProductImage } from "#app/ui/product-image.tsx";
import { useShopFacts } from "#app/ui/shop-facts.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { listingStatusWords, noteOf, showsVisibility } from "./listings-words.ts";
import type { ShownListing } from "./shown-listing.ts";

/** A listing as a row of a phone. */
export function ListingCard({ listing, asOf }: { listing: ShownListing; asOf: string }) {
  const { timezone } = useShopFacts();
  const isUnseen = showsVisibility(listing) && listing.visibility.kind === "nowhere";
  const unseen = isUnseen ? visibilityWords(listing.visibility, listing.isSandbox) : null;
  const said = listing.openIssues[0]?.sentence ?? unseen ?? noteOf(listing);
  const confirmed = listing.listingStatus === "waiting" ? "" : confirmedInWords(listing, asOf);
  return (
    <div className="k-listing-name">
      <ProductImage url={listing.imageUrl} size="thumb" />
      <div className="k-listing-words">
        <div className="k-row-line">
          <Text as="span" fontWeight="semibold" truncate>
            <bdi>{listing.title || "A product of the catalog"}</bdi>
          </Text>
          {listing.prices ? <MoneyRange range={listing.prices} /> : null}
        </div>
        <div className="k-row-line">
          <StatusBadge {...listingStatusWords(listing)} />
          <Text as="span" tone="subdued" variant="bodySm">
            {stockInWords(listing)}
          </Text>
        </div>
        <Text as="p" tone={listing.listingStatus === "losing" ? "critical" : "subdued"} variant="bodySm">
          {said ?? [confirmed, `Added ${formatDay(listing.createdAt, timezone)}`].filter(Boolean).join(" · ")}
        </Text>
      </div>
    </div>
  );
}

function stockInWords({ variantCount, stock: { shown, atService } }: ShownListing): string {
  if (variantCount === 0) return "";
  return shown === null || shown === atService
    ? `${atService.toLocaleString("en-US")} in stock`
    : `${shown.toLocaleString("en-US")} of ${atService.toLocaleString("en-US")} shown`;
}

function confirmedInWords({ confirmedAt }: ShownListing, asOf: string): string {
  return confirmedAt === null ? "Not yet confirmed" : `Confirmed ${formatAgo(confirmedAt, asOf)}`;
}
