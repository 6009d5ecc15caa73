import { BlockStack, Button, Card, InlineStack, Text } from "@shopify/polaris";
import { countOf } from "#app/domain/messages/count-of.ts";
import type { Spot } from "./review-prices.ts";

type ReviewSpotsProps = {
  readonly tooLow: readonly Spot[];
  readonly losing: readonly Spot[];
  readonly onShow: (spot: Spot) => void;
};

const MOST_NAMED = 5;

/** What stops the import, and what would lose money, each with the way to its price. */
export function ReviewSpots({ tooLow, losing, onShow }: ReviewSpotsProps) {
  if (tooLow.length === 0 && losing.length === 0) return null;
  return (
    <Card>
      <BlockStack gap="200">
        {tooLow.length > 0 ? (
          <Spots words={tooLowWords(tooLow.length)} spots={tooLow} onShow={onShow} />
        ) : null}
        {losing.length > 0 ? (
          <Spots words={losingWords(losing.length)} spots={losing} onShow={onShow} />
        ) : null}
      </BlockStack>
    </Card>
  );
}

type SpotsProps = Pick<ReviewSpotsProps, "onShow"> & {
  readonly words: string;
  readonly spots: readonly Spot[];
};

function Spots({ words, spots, onShow }: SpotsProps) {
  return (
    <div role="status">
      <BlockStack gap="100">
        <Text as="p" tone="critical">
          {words}
        </Text>
        <InlineStack gap="300">
          {spots.slice(0, MOST_NAMED).map((spot) => (
            <Button key={spot.variantId} variant="plain" onClick={() => onShow(spot)}>
              {spot.title}
            </Button>
          ))}
          {spots.length > MOST_NAMED ? (
            <Text as="span" tone="subdued">
              and {String(spots.length - MOST_NAMED)} more
            </Text>
          ) : null}
        </InlineStack>
      </BlockStack>
    </div>
  );
}

function tooLowWords(count: number): string {
  return countOf(
    count,
    "price is below the lowest the supplier allows. Raise it, then import:",
    "prices are below the lowest the supplier allows. Raise them, then import:",
  );
}

function losingWords(count: number): string {
  return countOf(
    count,
    "price loses money on each unit delivered:",
    "prices lose money on each unit delivered:",
  );
}
