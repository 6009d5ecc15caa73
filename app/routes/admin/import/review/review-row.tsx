import { BlockStack, Button, Checkbox, InlineStack, Select, Text, TextField } from "@shopify/polaris";
import { useState } from "react";
import type { ListingChoices } from "#app/domain/catalog/import/listing-choices.ts";
import type { ReviewProduct } from "#app/domain/catalog/import/review-import.server.ts";
import { importedWords } from "#app/routes/admin/settings/channels/visibility-words.ts";
import { ProductImage } from "#app/ui/product-image.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import type { StatusWords } from "#app/ui/status-words.ts";
import { ReviewImages } from "./review-images.tsx";
import type { Reckoning } from "./review-prices.ts";
import { ReviewVariants } from "./review-variants.tsx";

type ReviewRowProps = {
  readonly product: ReviewProduct;
  readonly choices: ListingChoices;
  readonly reckoning: Reckoning;
  readonly isTicked: boolean;
  readonly isRemoved: boolean;
  /** By variant: what the server said of its price. */
  readonly problems: Readonly<Record<string, string>>;
  readonly onChange: (choices: ListingChoices) => void;
  readonly onTick: (isOn: boolean) => void;
  readonly onRemove: (isRemoved: boolean) => void;
};

/** One product of the table, a card on a phone: words, images and prices, changed where they stand. */
export function ReviewRow({ product, choices, onChange, ...row }: ReviewRowProps) {
  const change = (changes: ListingChoices) => onChange({ ...choices, ...changes });
  if (product.imported) return <Imported product={product} badge={importedWords(product.imported)} />;
  if (row.isRemoved) return <Removed product={product} onPutBack={() => row.onRemove(false)} />;
  return (
    <section className="k-review" aria-label={product.title}>
      <BlockStack gap="300">
        <InlineStack align="space-between" blockAlign="center">
          <Checkbox label="Tick to price several at once" checked={row.isTicked} onChange={row.onTick} />
          <Button
            variant="plain"
            accessibilityLabel={`Remove ${product.title}`}
            onClick={() => row.onRemove(true)}
          >
            Remove
          </Button>
        </InlineStack>
        <TextField
          label="Title"
          autoComplete="off"
          maxLength={255}
          value={choices.title ?? product.title}
          error={
            choices.title !== undefined && choices.title.trim() === "" ? "A product needs a title." : false
          }
          onChange={(title) => change({ title })}
          onBlur={() => (choices.title?.trim() === "" ? onChange(withoutTitle(choices)) : undefined)}
        />
        <ReviewImages
          urls={product.imageUrls}
          left={product.imagesLeft}
          leftOut={choices.imagesLeftOut ?? []}
          onChange={(imagesLeftOut) => change({ imagesLeftOut: [...imagesLeftOut] })}
        />
        <Description
          value={choices.description ?? product.description}
          onChange={(description) => change({ description })}
        />
      </BlockStack>
      <BlockStack gap="300">
        <ReviewVariants
          {...{ product, choices }}
          reckoning={row.reckoning}
          problems={row.problems}
          onChange={change}
        />
      </BlockStack>
      <BlockStack gap="300">
        <TextField
          label="Product type"
          autoComplete="off"
          maxLength={255}
          value={choices.productType ?? product.productType}
          onChange={(productType) => change({ productType })}
        />
        <Tags value={choices.tags ?? product.tags} onChange={(tags) => change({ tags: [...tags] })} />
        <Select
          label="Status"
          options={[
            { label: "As for all", value: "" },
            { label: "Active", value: "ACTIVE" },
            { label: "Draft", value: "DRAFT" },
          ]}
          value={choices.status ?? ""}
          onChange={(value) =>
            change({ status: value === "ACTIVE" || value === "DRAFT" ? value : undefined })
          }
        />
        {product.brand === null ? null : (
          <Text as="p" tone="subdued" variant="bodySm">
            Brand: <bdi>{product.brand}</bdi>
          </Text>
        )}
      </BlockStack>
    </section>
  );
}

/** Nothing of it is imported again, so there is nothing to choose. */
function Imported({ product, badge }: { product: ReviewProduct; badge: StatusWords }) {
  const { title, imageUrls } = product;
  return (
    <section className="k-row" aria-label={title}>
      <div className="k-row-line">
        <div className="k-row-status">
          <ProductImage url={imageUrls[0] ?? null} size="thumb" />
          <Text as="span" fontWeight="semibold" breakWord>
            <bdi>{title}</bdi>
          </Text>
        </div>
        <StatusBadge label={`${badge.label}: left as it is`} tone={badge.tone} />
      </div>
    </section>
  );
}

/** Out of this import until it is put back. */
function Removed({ product: { title }, onPutBack }: { product: ReviewProduct; onPutBack: () => void }) {
  return (
    <section className="k-row" aria-label={title}>
      <div className="k-row-line">
        <Text as="span" tone="subdued" breakWord>
          <bdi>{title}</bdi> is not imported.
        </Text>
        <Button variant="plain" accessibilityLabel={`Put ${title} back`} onClick={onPutBack}>
          Put back
        </Button>
      </div>
    </section>
  );
}

function withoutTitle({ title: _, ...rest }: ListingChoices): ListingChoices {
  return rest;
}

/** Typed with commas between them; read when the field is left. */
function Tags({
  value,
  onChange,
}: {
  value: readonly string[];
  onChange: (tags: readonly string[]) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const read = () => {
    if (typed === null) return;
    onChange([
      ...new Set(
        typed
          .split(",")
          .map((tag) => tag.trim())
          .filter((tag) => tag !== ""),
      ),
    ]);
    setTyped(null);
  };
  return (
    <TextField
      label="Tags"
      helpText="With commas between them"
      autoComplete="off"
      maxLength={2000}
      value={typed ?? value.join(", ")}
      onChange={setTyped}
      onBlur={read}
    />
  );
}

function Description({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  if (!isOpen) {
    return (
      <BlockStack gap="100" inlineAlign="start">
        <Text as="p" tone="subdued" variant="bodySm" breakWord>
          {value === "" ? "No description" : `${value.slice(0, 140)}${value.length > 140 ? "…" : ""}`}
        </Text>
        <Button variant="plain" onClick={() => setOpen(true)}>
          Edit the description
        </Button>
      </BlockStack>
    );
  }
  return (
    <TextField
      label="Description"
      helpText="A blank line begins a paragraph, “- ” a point of a list."
      autoComplete="off"
      multiline={5}
      maxLength={20_000}
      value={value}
      onChange={onChange}
    />
  );
}
