import type { SerializeFrom } from "@remix-run/node";
import { BlockStack, Button, InlineStack, Text } from "@shopify/polaris";
import type { FailureText } from "#app/domain/catalog/import-failure.ts";
import type { ListingView } from "#app/domain/catalog/list-listings.server.ts";
import { ActionButton } from "#app/ui/action-button.tsx";
import { Day } from "#app/ui/day.tsx";
import { Money } from "#app/ui/money.tsx";
import { ProductImage } from "#app/ui/product-image.tsx";
import { adminUrl } from "#app/ui/shop-facts.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import type { StatusWords } from "#app/ui/status-words.ts";

type ShownListing = SerializeFrom<ListingView> & {
  readonly trouble: FailureText | null;
  /** Variants that cannot be bought under the key in use, in words. */
  readonly missing: string | null;
};

const LINKING: StatusWords = { label: "Being linked", tone: "info" };

const WORDS: Readonly<Record<string, StatusWords>> = {
  ready: { label: "In your store", tone: "success" },
  importing: { label: "Being added", tone: "info" },
  failed: { label: "Could not be added", tone: "attention" },
};

export function ListingRow({ listing }: { listing: ShownListing }) {
  const { trouble, missing, productGid } = listing;
  return (
    <div className="k-listing">
      <ProductImage url={listing.imageUrl} size="thumb" />
      <div className="k-listing-words">
        <Text as="p" fontWeight="semibold">
          <bdi>{listing.title || "A product of the catalog"}</bdi>
        </Text>
        <ListingFacts listing={listing} />
        {trouble ? (
          <BlockStack gap="200" inlineAlign="start">
            <Text as="p">
              {trouble.title} {trouble.whatToDo}
            </Text>
            <ActionButton
              label="Try again"
              intent="import"
              action="/products"
              fields={{ supplierProductId: listing.supplierProductId }}
            />
          </BlockStack>
        ) : null}
        {missing ? (
          <BlockStack gap="200" inlineAlign="start">
            <Text as="p">{missing}</Text>
            <ActionButton label="Look again" intent="look_again" fields={{ listingId: listing.id }} />
          </BlockStack>
        ) : null}
      </div>
      <BlockStack gap="200" inlineAlign="end">
        <StatusBadge {...wordsOf(listing)} />
        {productGid ? (
          <Button variant="plain" url={adminUrl(`products/${productGid.split("/").at(-1)}`)}>
            Open in Shopify
          </Button>
        ) : null}
      </BlockStack>
    </div>
  );
}

function wordsOf({ state, productGid }: ShownListing): StatusWords {
  if (state === "importing" && productGid) return LINKING;
  return WORDS[state] ?? { label: state, tone: "plain" };
}

function ListingFacts({ listing }: { listing: ShownListing }) {
  const { variantCount, stock, lowestPricePkr } = listing;
  return (
    <InlineStack gap="200">
      {lowestPricePkr === null ? null : (
        <Text as="span" tone="subdued">
          {variantCount > 1 ? "from " : ""}
          <Money amount={lowestPricePkr} />
        </Text>
      )}
      {variantCount > 1 ? (
        <Text as="span" tone="subdued">
          {variantCount} variants
        </Text>
      ) : null}
      <Text as="span" tone="subdued">
        {stock.toLocaleString("en-US")} in stock
      </Text>
      <Text as="span" tone="subdued">
        as of <Day at={listing.updatedAt} />
      </Text>
    </InlineStack>
  );
}
