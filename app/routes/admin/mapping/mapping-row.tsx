import type { SerializeFrom } from "@remix-run/node";
import { BlockStack, Button, InlineStack, Text } from "@shopify/polaris";
import type { MappedVariantView, MappingView } from "#app/domain/catalog/mapping/list-mappings.server.ts";
import type { MappingState } from "#app/domain/catalog/mapping/mapping-state.ts";
import { ActionButton } from "#app/ui/action-button.tsx";
import { Money } from "#app/ui/money.tsx";
import { ProductImage } from "#app/ui/product-image.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import type { StatusWords } from "#app/ui/status-words.ts";
import { mappingPath } from "./product-path.ts";
import { UnmapButton } from "./unmap-button.tsx";

const WORDS: Readonly<Record<MappingState, StatusWords>> = {
  ready: { label: "Mapped", tone: "success" },
  working: { label: "Being mapped", tone: "info" },
  failed: { label: "Needs you", tone: "attention" },
};

/** A product of the merchant's own, and what its variants are at the supplier. */
export function MappingRow({ mapping }: { mapping: SerializeFrom<MappingView> }) {
  const { id, productGid, title, imageUrl, state, failure, isGone, lacksSku, variants } = mapping;
  return (
    <div className="k-listing">
      <ProductImage url={imageUrl} size="thumb" />
      <div className="k-listing-words">
        <BlockStack gap="200">
          <Text as="p" fontWeight="semibold">
            <bdi>{title}</bdi>
          </Text>
          {id === null ? (
            <Text as="p" tone="subdued">
              Linked from an order
            </Text>
          ) : null}
          {variants.map((variant) => (
            <MappedVariant key={variant.variantGid} variant={variant} productTitle={title} />
          ))}
          {failure && id ? (
            <BlockStack gap="200" inlineAlign="start">
              <Text as="p">{failure}</Text>
              <InlineStack gap="200">
                {lacksSku ? (
                  <ActionButton label="Add SKUs" intent="add_skus" fields={{ mappingId: id }} />
                ) : null}
                {isGone ? null : <ActionButton label="Try again" intent="retry" fields={{ mappingId: id }} />}
              </InlineStack>
            </BlockStack>
          ) : null}
          <InlineStack gap="200">
            {productGid && !isGone ? <Button url={mappingPath(productGid)}>Change</Button> : null}
            {variants.length > 0 ? (
              <UnmapButton title={title} variantGids={variants.map(({ variantGid }) => variantGid)} />
            ) : null}
          </InlineStack>
        </BlockStack>
      </div>
      <div>
        <StatusBadge {...WORDS[state]} />
      </div>
    </div>
  );
}

type Variant = SerializeFrom<MappedVariantView>;

function MappedVariant({ variant, productTitle }: { variant: Variant; productTitle: string }) {
  const { title, parts, stock, minimumPkr, isTooCheap, pricePkr } = variant;
  const own = title === productTitle ? "" : title.replace(`${productTitle} – `, "");
  return (
    <BlockStack gap="050">
      <Text as="p">
        {own ? <bdi>{own} = </bdi> : null}
        {parts.map(({ title: part, quantity }) => `${quantity} × ${part}`).join(" + ")}
      </Text>
      <Text as="p" tone="subdued" variant="bodySm">
        {stock.toLocaleString("en-US")} can be sold · lowest price <Money amount={minimumPkr} />
      </Text>
      {isTooCheap && pricePkr !== null ? (
        <Text as="p" tone="critical">
          It sells at <Money amount={pricePkr} /> in your store, below what the supplier allows. Its orders
          will wait for you. Raise the price in Shopify.
        </Text>
      ) : null}
    </BlockStack>
  );
}
