import { Badge, BlockStack, Card, InlineStack, Text } from "@shopify/polaris";
import { Money } from "#app/ui/money.tsx";
import { ProductImage } from "#app/ui/product-image.tsx";
import type { ShownOrder } from "./shown-order.ts";

type Item = NonNullable<ShownOrder["items"]>[number];

/** What was ordered: each line with its price, its cost and where it is, held ones first. */
export function ItemsCard({ order }: { order: ShownOrder }) {
  const { items } = order;
  if (items === null) return null;
  return (
    <Card>
      <BlockStack gap="400">
        <Text as="h2" variant="headingMd">
          What was ordered
        </Text>
        {items.length === 0 ? (
          <Text as="p" tone="subdued">
            Everything was taken out of this order in Shopify.
          </Text>
        ) : null}
        {items.map((item) => (
          <ItemRow key={item.lineGid} item={item} isOnlyParcel={order.parcels.length < 2} />
        ))}
        {items.some(({ marginPkr }) => marginPkr !== null) ? (
          <Text as="p" tone="subdued" variant="bodySm">
            Margins here are price less cost, before delivery and fees.
          </Text>
        ) : null}
      </BlockStack>
    </Card>
  );
}

function ItemRow({ item, isOnlyParcel }: { item: Item; isOnlyParcel: boolean }) {
  const { title, variantTitle, sku, imageUrl, quantity, pricePkr } = item;
  const subtitle = [variantTitle, sku && `SKU ${sku}`].filter(Boolean).join(" · ");
  return (
    <InlineStack gap="300" wrap={false} blockAlign="start">
      <ProductImage url={imageUrl} size="thumb" />
      <div className="k-hold">
        <BlockStack gap="050">
          <InlineStack gap="200" align="space-between" blockAlign="start">
            <Text as="p" fontWeight="medium">
              {quantity} × {title}
            </Text>
            <PlaceBadge item={item} isOnlyParcel={isOnlyParcel} />
          </InlineStack>
          {subtitle ? (
            <Text as="p" tone="subdued" variant="bodySm">
              {subtitle}
            </Text>
          ) : null}
          <Text as="p" variant="bodySm">
            <Money amount={pricePkr} />
            {quantity > 1 ? " each" : ""} · <Cost item={item} />
          </Text>
        </BlockStack>
      </div>
    </InlineStack>
  );
}

function Cost({ item: { costPkr, marginPkr, place } }: { item: Item }) {
  if (place === "own") return "yours, not the supplier's";
  if (costPkr === null || marginPkr === null) return "cost not known";
  return (
    <>
      cost <Money amount={costPkr} /> · {marginPkr < 0 ? "loss" : "margin"}{" "}
      <Text as="span" tone={marginPkr < 0 ? "critical" : undefined} fontWeight="medium">
        <Money amount={Math.abs(marginPkr)} />
      </Text>
    </>
  );
}

function PlaceBadge({ item: { place, parcels }, isOnlyParcel }: { item: Item; isOnlyParcel: boolean }) {
  if (place === "held") return <Badge tone="warning">Held</Badge>;
  if (place === "to_send") return <Badge>Not sent yet</Badge>;
  if (place === "not_sent") return <Badge>Not sent</Badge>;
  if (place === "own" || isOnlyParcel || parcels.length === 0) return null;
  return <Badge>{parcels.length === 1 ? `Parcel ${parcels[0]}` : `Parcels ${parcels.join(", ")}`}</Badge>;
}
