import type { SerializeFrom } from "@remix-run/node";
import {
  BlockStack,
  Button,
  Card,
  InlineError,
  InlineStack,
  Select,
  Text,
  TextField,
} from "@shopify/polaris";
import { useId } from "react";
import type { SupplierChoice } from "#app/domain/catalog/browse/find-supplier-variants.server.ts";
import {
  costOfParts,
  findPartsRefusal,
  MOST_UNITS,
  minimumOfParts,
  stockOfParts,
} from "#app/domain/catalog/mapping/mapping-part.ts";
import type { MappableVariant } from "#app/domain/catalog/mapping/open-mapping.server.ts";
import type { Rupees } from "#app/domain/money/rupees.ts";
import { UnmapButton } from "#app/routes/admin/mapping/unmap-button.tsx";
import { Money } from "#app/ui/money.tsx";

export type ChosenPart = {
  readonly supplierProductId: string;
  readonly supplierVariantId: string;
  readonly quantity: number;
};
export type Choice = readonly ChosenPart[];

/** What is mapped now, as it is edited. */
export function toChoice(parts: readonly ChosenPart[]): Choice {
  return parts.map(({ supplierProductId, supplierVariantId, quantity }) => ({
    ...{ supplierProductId, supplierVariantId, quantity },
  }));
}

type VariantCardProps = {
  readonly variant: SerializeFrom<MappableVariant>;
  readonly goods: readonly SupplierChoice[];
  readonly choice: Choice;
  readonly error: string | undefined;
  readonly onChange: (choice: Choice) => void;
};

const BECAUSE = {
  linked_before: "it was linked before",
  sku: "same SKU",
  options: "same options",
  title: "same title",
} as const;

/** One variant of the merchant's, and the parts one unit of it holds. */
export function VariantCard({ variant, goods, choice, error, onChange }: VariantCardProps) {
  const { variantGid, title, sku, pricePkr, parts } = variant;
  const id = useId();
  const setPart = (index: number, part: ChosenPart) =>
    onChange(choice.map((each, at) => (at === index ? part : each)));
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack gap="200" align="space-between" blockAlign="center">
          <Text as="h2" variant="headingSm">
            <bdi>{title}</bdi>
          </Text>
          <Text as="span" tone="subdued">
            {sku ? `${sku} · ` : ""}
            <Money amount={pricePkr} />
          </Text>
        </InlineStack>
        {choice.map((part, index) => (
          <PartRow
            key={part.supplierVariantId}
            part={part}
            goods={goods}
            onChange={(changed) => setPart(index, changed)}
            onRemove={() => onChange(choice.filter((_, at) => at !== index))}
          />
        ))}
        <AddPart variant={variant} goods={goods} choice={choice} onChange={onChange} />
        <Sums choice={choice} goods={goods} pricePkr={pricePkr} />
        {error ? <InlineError fieldID={id} message={error} /> : null}
        {parts.length > 0 ? (
          <InlineStack>
            <UnmapButton title={title} variantGids={[variantGid]} />
          </InlineStack>
        ) : null}
      </BlockStack>
    </Card>
  );
}

type PartRowProps = {
  readonly part: ChosenPart;
  readonly goods: readonly SupplierChoice[];
  readonly onChange: (part: ChosenPart) => void;
  readonly onRemove: () => void;
};

function PartRow({ part, goods, onChange, onRemove }: PartRowProps) {
  const known = goods.find(({ supplierVariantId }) => supplierVariantId === part.supplierVariantId);
  const name = known?.title ?? "No longer sold by the supplier";
  return (
    <div className="k-part">
      <Text as="p">
        <bdi>{name}</bdi>
      </Text>
      <TextField
        label="How many"
        type="number"
        min={1}
        max={MOST_UNITS}
        value={String(part.quantity)}
        onChange={(text) => onChange({ ...part, quantity: Math.trunc(Number(text)) })}
        autoComplete="off"
      />
      <Button onClick={onRemove} accessibilityLabel={`Remove ${name}`}>
        Remove
      </Button>
    </div>
  );
}

type AddPartProps = Pick<VariantCardProps, "variant" | "goods" | "choice" | "onChange">;

function AddPart({ variant, goods, choice, onChange }: AddPartProps) {
  const taken = new Set(choice.map(({ supplierVariantId }) => supplierVariantId));
  const free = goods.filter(({ supplierVariantId }) => !taken.has(supplierVariantId));
  const add = (supplierVariantId: string) => {
    const found = goods.find((each) => each.supplierVariantId === supplierVariantId);
    if (found)
      onChange([...choice, { supplierProductId: found.supplierProductId, supplierVariantId, quantity: 1 }]);
  };
  const { suggestion } = variant;
  const suggested =
    choice.length === 0
      ? goods.find((each) => each.supplierVariantId === suggestion?.supplierVariantId)
      : undefined;
  if (goods.length === 0) {
    return (
      <Text as="p" tone="subdued">
        Choose one of the supplier's products above first.
      </Text>
    );
  }
  return (
    <BlockStack gap="200">
      {suggested && suggestion ? (
        <InlineStack gap="200" blockAlign="center">
          <Button
            onClick={() => add(suggested.supplierVariantId)}
            accessibilityLabel={`Use ${suggested.title}`}
          >
            Use
          </Button>
          <Text as="span">
            <bdi>{suggested.title}</bdi>: {BECAUSE[suggestion.because]}
          </Text>
        </InlineStack>
      ) : null}
      {free.length > 0 ? (
        <Select
          label={choice.length === 0 ? "Is" : "And also holds"}
          options={[
            { label: choice.length === 0 ? "Not mapped" : "Nothing more", value: "" },
            ...free.map(({ supplierVariantId, title, stock }) => ({
              ...{ label: `${title} (${stock.toLocaleString("en-US")} in stock)`, value: supplierVariantId },
            })),
          ]}
          value=""
          onChange={add}
        />
      ) : null}
    </BlockStack>
  );
}

type SumsProps = Pick<VariantCardProps, "choice" | "goods"> & { readonly pricePkr: Rupees };

function Sums({ choice, goods, pricePkr }: SumsProps) {
  const parts = choice.flatMap(({ supplierVariantId, quantity }) => {
    const found = goods.find((each) => each.supplierVariantId === supplierVariantId);
    return found ? [{ ...found, quantity }] : [];
  });
  if (parts.length === 0) return null;
  const refusal = findPartsRefusal(parts);
  if (refusal !== null) {
    return (
      <Text as="p" tone="critical">
        {refusal}
      </Text>
    );
  }
  const minimum = minimumOfParts(parts);
  return (
    <BlockStack gap="100">
      <Text as="p" tone="subdued">
        Costs <Money amount={costOfParts(parts)} /> · lowest price <Money amount={minimum} /> ·{" "}
        {stockOfParts(parts).toLocaleString("en-US")} can be sold now
      </Text>
      {pricePkr < minimum ? (
        <Text as="p" tone="critical">
          Your price <Money amount={pricePkr} /> is below what the supplier allows: its orders would wait for
          you. Raise it in Shopify.
        </Text>
      ) : null}
    </BlockStack>
  );
}
