import type { SerializeFrom } from "@remix-run/node";
import { BlockStack, Card, Text } from "@shopify/polaris";
import type { ProductPage } from "#app/domain/catalog/browse/get-catalog-product.server.ts";
import { formatRupees } from "#app/domain/money/format-rupees.ts";
import { type Rupees, rupees } from "#app/domain/money/rupees.ts";
import { stockWords } from "#app/routes/admin/products/catalog-words.ts";
import { Money } from "#app/ui/money.tsx";

export type ShownProduct = SerializeFrom<ProductPage>;

/** What one unit costs and brings, and how it travels. */
export function ProductFacts({ product }: { product: ShownProduct }) {
  const { card, shippingPkr, isShippedFree } = product;
  const { about } = card;
  const isSeveral = (card.variantCount ?? 1) > 1;
  return (
    <Card>
      <BlockStack gap="400">
        <BlockStack gap="100">
          <Text as="h2" variant="headingMd">
            What you make
          </Text>
          <Text as="p" tone="subdued" variant="bodySm">
            About, for one unit sold alone with free delivery{isSeveral ? ", of the cheapest variant" : ""}.
          </Text>
        </BlockStack>
        <dl className="k-sums">
          <Sum name="Your price" amount={card.pricePkr} />
          <Sum name="Cost" amount={rupees(-card.wholesalePkr)} />
          <Sum
            name={isShippedFree ? "Shipping (paid by the supplier)" : "Shipping"}
            amount={rupees(-shippingPkr)}
          />
          <Sum name="COD, delivered" amount={about.deliveredPkr} isResult />
          <Sum name="COD, refused" amount={about.refusedPkr} isResult />
          <Sum name="Prepaid, delivered" amount={about.deliveredPkr} isResult />
        </dl>
        <Text as="p" tone="subdued" variant="bodySm">
          The supplier's fee is taken off. A prepaid order takes {formatRupees(about.walletPkr)} from your
          wallet when it is placed.
        </Text>
        <dl className="k-facts k-facts-tight">
          <Fact name="Stock">{stockWords(card)}</Fact>
          <Fact name="Weight">{card.weightKg === null ? "Unknown" : `${card.weightKg} kg`}</Fact>
          <Fact name="Suggested price">
            {card.suggestedPkr === null ? "None" : formatRupees(card.suggestedPkr)}
          </Fact>
          <Fact name="Lowest price">
            {card.minResalePkr === null ? "None" : formatRupees(card.minResalePkr)}
          </Fact>
          <Fact name="Ships from">{card.storeName ?? "Unknown"}</Fact>
          <Fact name="Brand">{product.brand ?? "None"}</Fact>
        </dl>
      </BlockStack>
    </Card>
  );
}

function Sum({ name, amount, isResult = false }: { name: string; amount: Rupees; isResult?: boolean }) {
  return (
    <div className={isResult ? "k-sum-result" : undefined}>
      <dt>{name}</dt>
      <dd>
        <Text as="span" tone={isResult && amount < 0 ? "critical" : undefined}>
          <Money amount={amount} />
        </Text>
      </dd>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <bdi>{children}</bdi>
      </dd>
    </div>
  );
}
