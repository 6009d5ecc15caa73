import type { SerializeFrom } from "@remix-run/node";
import { BlockStack, Card, Text } from "@shopify/polaris";
import type { ProductVariant } from "#app/domain/catalog/browse/get-catalog-product.server.ts";
import { countOf } from "#app/domain/messages/count-of.ts";
import { formatRupees } from "#app/domain/money/format-rupees.ts";
import { Money } from "#app/ui/money.tsx";

type Shown = SerializeFrom<ProductVariant>;

/** Every variant with its price and what it brings. */
export function VariantTable({ variants }: { variants: readonly Shown[] | null }) {
  return (
    <Card padding="0">
      <div className="k-card-head">
        <Text as="h2" variant="headingMd">
          {variants === null || variants.length === 1
            ? "Price and stock"
            : countOf(variants.length, "variant", "variants")}
        </Text>
      </div>
      {variants === null ? (
        <div className="k-row">
          <Text as="p" tone="subdued">
            The supplier could not be asked for the variants. Press Refresh in a moment.
          </Text>
        </div>
      ) : (
        <ul className="k-rows">
          {variants.map((variant) => (
            <li key={variant.id} className="k-row">
              <VariantLines variant={variant} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function VariantLines({ variant }: { variant: Shown }) {
  const { about, raisedTo } = variant;
  return (
    <BlockStack gap="100">
      <div className="k-row-line">
        <Text as="span" fontWeight="semibold">
          <bdi>{variant.title}</bdi>
        </Text>
        <span>
          <Text as="span" fontWeight="semibold">
            <Money amount={variant.pricePkr} />
          </Text>{" "}
          <Text as="span" tone={about.deliveredPkr < 0 ? "critical" : "success"}>
            → about <Money amount={about.deliveredPkr} />
          </Text>
        </span>
      </div>
      <div className="k-row-line k-row-wraps">
        <Text as="span" tone="subdued" variant="bodySm">
          {[
            variant.sku,
            variant.stock > 0 ? `${variant.stock.toLocaleString("en-US")} in stock` : "Out of stock",
          ]
            .filter(Boolean)
            .join(" · ")}
        </Text>
        <Text as="span" tone="subdued" variant="bodySm">
          cost {formatRupees(variant.wholesalePkr)} · lowest {formatRupees(variant.floorPkr)}
        </Text>
      </div>
      {raisedTo === null ? null : (
        <Text as="p" tone="subdued" variant="bodySm">
          {raisedTo === "minimum"
            ? "Your rule gives less: raised to the supplier's lowest price."
            : "Your rule gives less: raised to your own least margin."}
        </Text>
      )}
    </BlockStack>
  );
}
