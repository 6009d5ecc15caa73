import { BlockStack, Card, InlineStack, Text } from "@shopify/polaris";
import type { ListingStatus } from "#app/domain/catalog/listings/listing-status.ts";
import { formatRupees } from "#app/domain/money/format-rupees.ts";
import { fieldWords } from "#app/routes/admin/listings/listings-words.ts";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { Day } from "#app/ui/day.tsx";
import type { ShownPage } from "./shown-page.ts";

type KeptCardProps = {
  readonly kept: ShownPage["kept"];
  readonly variants: ShownPage["variants"];
  readonly listingStatus: ListingStatus;
  /** A product that was the merchant's before. */
  readonly isMapped: boolean;
};

/** What Karwan changes by itself, and what is the merchant's since they edited it in Shopify. */
export function KeptCard({ kept, variants, listingStatus, isMapped }: KeptCardProps) {
  if (listingStatus === "unlinked") return null;
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          What is yours
        </Text>
        <Text as="p" tone="subdued">
          {isMapped
            ? "This product was yours before. Karwan keeps its stock right; prices, title and images are yours."
            : kept.length === 0
              ? "Karwan keeps stock and cost right, and prices, title and images as your settings say. What you edit in Shopify becomes yours and stays as you wrote it."
              : "You edited these in Shopify. Karwan leaves them alone."}
        </Text>
        {kept.map(({ field, since, variantTitle }) => (
          <InlineStack key={field} align="space-between" blockAlign="center" gap="200">
            <Text as="span">
              {capital(fieldWords(field))}
              {variantTitle ? <bdi> of {variantTitle}</bdi> : null}, since <Day at={since} />
            </Text>
            <ConfirmButton
              label="Give back"
              size="micro"
              intent="unlock"
              fields={{ field }}
              title="Give it back to Karwan?"
              text={
                field.startsWith("price/")
                  ? `Its price becomes ${ruledPriceOf(field, variants)} and follows your price rule from now on.`
                  : "What you wrote is replaced by the supplier's, now and when it changes again."
              }
              confirm="Give it back"
              dismiss="Keep mine"
            />
          </InlineStack>
        ))}
      </BlockStack>
    </Card>
  );
}

function ruledPriceOf(lock: string, variants: ShownPage["variants"]): string {
  const variant = variants.find(({ id }) => lock === `price/${id}`);
  return variant === undefined ? "the rule's" : formatRupees(variant.ruled.pricePkr);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
