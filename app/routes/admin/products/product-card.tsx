import type { SerializeFrom } from "@remix-run/node";
import { Badge, BlockStack, Card, Checkbox, InlineStack, Link, Text } from "@shopify/polaris";
import { memo } from "react";
import type { CatalogCard } from "#app/domain/catalog/browse/to-card.ts";
import { countOf } from "#app/domain/messages/count-of.ts";
import { formatRupees } from "#app/domain/money/format-rupees.ts";
import { Money } from "#app/ui/money.tsx";
import { ProductImage } from "#app/ui/product-image.tsx";
import { parcelWords, stockWords } from "./catalog-words.ts";
import { ImportButton } from "./import-button.tsx";
import type { Choosing } from "./use-chosen-products.ts";

export type ShownCard = SerializeFrom<CatalogCard>;

export function productAddress(supplierProductId: string): string {
  return `/products/${encodeURIComponent(supplierProductId)}`;
}

type ProductCardProps = {
  readonly card: ShownCard;
  readonly isChosen: boolean;
  readonly onChoose: Choosing["choose"];
  readonly isInSight: boolean;
};

/**
 * A product with the merchant's own margin beside its price; figures are about, for one unit sold alone. Choosing another one
 * does not draw it anew.
 */
export const ProductCard = memo(function ProductCard({
  card,
  isChosen,
  onChoose,
  isInSight,
}: ProductCardProps) {
  const { supplierProductId: id, title, about } = card;
  return (
    <Card padding="0">
      <div className="k-product-card">
        <div className="k-card-picture">
          <ProductImage url={card.imageUrl} isInSight={isInSight} />
          <div className="k-card-choice">
            <Checkbox
              label={`Choose ${title}`}
              labelHidden
              checked={isChosen}
              onChange={(isOn) => onChoose([id], isOn)}
            />
          </div>
        </div>
        <div className="k-card-body">
          <BlockStack gap="200">
            <div className="k-card-title">
              <Text as="h2" variant="headingSm">
                <Link url={productAddress(id)} removeUnderline monochrome>
                  <bdi>{title}</bdi>
                </Link>
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
            <Text as="p" tone="subdued" variant="bodySm">
              Cost {formatRupees(card.wholesalePkr)}
              {card.suggestedPkr === null ? "" : ` · suggested ${formatRupees(card.suggestedPkr)}`} · prepaid
              takes {formatRupees(about.walletPkr)} first · {parcelWords(card)}
            </Text>
            <InlineStack align="space-between" blockAlign="center">
              <ImportButton card={card} />
              {card.variantCount !== null && card.variantCount > 1 ? (
                <Badge>{countOf(card.variantCount, "variant", "variants")}</Badge>
              ) : null}
            </InlineStack>
          </BlockStack>
        </div>
      </div>
    </Card>
  );
});
