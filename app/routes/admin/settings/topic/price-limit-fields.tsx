import { BlockStack, InlineGrid, Select, Text, TextField } from "@shopify/polaris";
import type { PriceDraft } from "#app/domain/policy/pricing/price-draft.ts";
import type { PriceFieldProps } from "./price-field-props.ts";

const ENDINGS: readonly { readonly value: PriceDraft["ending"]; readonly label: string }[] = [
  { value: "none", label: "As it comes" },
  { value: "99", label: "…99, like Rs 1,699" },
  { value: "49", label: "…49, like Rs 1,649" },
  { value: "950", label: "…950, like Rs 1,950" },
];

const COMPARE_AT: readonly { readonly value: PriceDraft["compareAt"]; readonly label: string }[] = [
  { value: "none", label: "None" },
  { value: "percent_above", label: "A percent above the price" },
  { value: "suggested_if_higher", label: "The suggested price, where it is higher" },
  { value: "supplier_if_higher", label: "The one the supplier names, where it is higher" },
];

/** The least that must stay, how prices end, and the price crossed out beside them. */
export function PriceLimitFields({ draft, errors, change }: PriceFieldProps) {
  return (
    <BlockStack gap="400">
      <BlockStack gap="200">
        <Text as="h2" variant="headingSm">
          Least margin
        </Text>
        <InlineGrid columns={2} gap="200">
          <TextField
            label="At least"
            prefix="Rs"
            value={draft.marginPkr}
            onChange={(marginPkr) => change({ marginPkr })}
            error={errors.marginPkr}
            inputMode="numeric"
            autoComplete="off"
          />
          <TextField
            label="And at least"
            suffix="% of the cost"
            value={draft.marginPercent}
            onChange={(marginPercent) => change({ marginPercent })}
            error={errors.marginPercent}
            inputMode="numeric"
            autoComplete="off"
          />
        </InlineGrid>
        <Text as="p" tone="subdued">
          What a delivered parcel leaves you, after its cost, estimated shipping and the supplier's fee. The
          price is raised until it is reached. Left empty, a price is never below wholesale. It is never below
          the lowest price the supplier allows.
        </Text>
      </BlockStack>
      <Select
        label="Prices end in"
        options={[...ENDINGS]}
        value={draft.ending}
        onChange={(value) => {
          const ending = ENDINGS.find((each) => each.value === value)?.value;
          if (ending) change({ ending });
        }}
        helpText="Always rounded up, so that no margin is lost."
      />
      <Select
        label="Crossed-out price"
        options={[...COMPARE_AT]}
        value={draft.compareAt}
        onChange={(value) => {
          const compareAt = COMPARE_AT.find((each) => each.value === value)?.value;
          if (compareAt) change({ compareAt });
        }}
        helpText="Shopify shows it as the price before a discount."
      />
      {draft.compareAt === "percent_above" ? (
        <TextField
          label="Above the price by"
          suffix="%"
          value={draft.compareAtPercent}
          onChange={(compareAtPercent) => change({ compareAtPercent })}
          error={errors.compareAtPercent}
          inputMode="numeric"
          autoComplete="off"
        />
      ) : null}
    </BlockStack>
  );
}
