import type { SerializeFrom } from "@remix-run/node";
import { Badge, BlockStack, Card, InlineStack, Text } from "@shopify/polaris";
import type { CatalogCard } from "#app/domain/catalog/browse-catalog.server.ts";
import { formatRupees } from "#app/domain/orders/money/format-rupees.ts";
import { Money } from "#app/ui/money.tsx";
import { ProductImage } from "#app/ui/product-image.tsx";
import { ImportButton } from "./import-button.tsx";

type ShownCard = SerializeFrom<CatalogCard>;

/** A product with the merchant's own margin beside its price; figures are about, for one unit sold alone. */
export function ProductCard({ card }: { card: ShownCard }) {
  const { about } = card;
  return (
    <Card padding="0">
      <ProductImage url={card.imageUrl} />
      <div className="k-card-body">
        <BlockStack gap="200">
          <div className="k-card-title">
            <Text as="h2" variant="headingSm">
              <bdi>{card.title}</bdi>
            </Text>
          </div>
          <InlineStack align="space-between" blockAlign="baseline">
            <Text as="span" fontWeight="semibold">
              <Money amount={card.pricePkr} />
            </Text>
            <Text as="span" tone={about.deliveredPkr < 0 ? "critical" : "success"}>
              → about <Money amount={about.deliveredPkr} />
            </Text>
          </InlineStack>
          <Text as="p" tone="subdued" variant="bodySm">
            {stockWords(card)} · if refused {formatRupees(about.refusedPkr)}
          </Text>
          <InlineStack align="space-between" blockAlign="center">
            <ImportButton card={card} />
            {card.variantCount !== null && card.variantCount > 1 ? (
              <Badge>{`${card.variantCount} variants`}</Badge>
            ) : null}
          </InlineStack>
        </BlockStack>
      </div>
    </Card>
  );
}

function stockWords({ inStock, stock }: ShownCard): string {
  if (!inStock) return "Out of stock";
  return stock > 0 ? `${stock.toLocaleString("en-US")} in stock` : "In stock";
}
