import {
  BlockStack,
  Button,
  ChoiceList,
  InlineGrid,
  InlineStack,
  Select,
  Text,
  TextField,
} from "@shopify/polaris";
import type { PriceDraft, TierDraft } from "#app/domain/policy/pricing/price-draft.ts";
import type { PriceFieldProps } from "./price-field-props.ts";

const BASES: { readonly value: PriceDraft["base"]; readonly label: string }[] = [
  { value: "suggested", label: "The supplier's suggested price" },
  { value: "multiply", label: "Cost times a number" },
  { value: "add", label: "Cost plus an amount" },
  { value: "tiers", label: "Tiers by cost" },
];

const STEPS = [
  { value: "multiply", label: "times" },
  { value: "add", label: "plus Rs" },
];

const MOST_TIERS = 20;

/** What a price starts from. */
export function PriceBaseFields({ draft, errors, change }: PriceFieldProps) {
  const choose = ([base]: string[]) => {
    const chosen = BASES.find(({ value }) => value === base)?.value;
    if (chosen === "tiers" && draft.tiers.length === 0) change({ base: chosen, tiers: FIRST_TIERS });
    else if (chosen) change({ base: chosen, value: "" });
  };
  return (
    <BlockStack gap="300">
      <ChoiceList title="Price" choices={BASES} selected={[draft.base]} onChange={choose} />
      {draft.base === "multiply" || draft.base === "add" ? (
        <TextField
          label={draft.base === "multiply" ? "Times" : "Plus"}
          prefix={draft.base === "multiply" ? "×" : "Rs"}
          value={draft.value}
          onChange={(value) => change({ value })}
          error={errors.value}
          inputMode="decimal"
          autoComplete="off"
          helpText={draft.base === "multiply" ? "1.6 makes Rs 1,000 a price of Rs 1,600." : undefined}
        />
      ) : null}
      {draft.base === "tiers" ? <TierFields draft={draft} errors={errors} change={change} /> : null}
    </BlockStack>
  );
}

const FIRST_TIERS: TierDraft[] = [
  { upTo: "1000", kind: "multiply", value: "1.8" },
  { upTo: "", kind: "multiply", value: "1.5" },
];

function TierFields({ draft, errors, change }: PriceFieldProps) {
  const { tiers } = draft;
  const setTier = (at: number, changes: Partial<TierDraft>) =>
    change({ tiers: tiers.map((tier, index) => (index === at ? { ...tier, ...changes } : tier)) });
  const add = () => {
    const last = tiers.at(-1) ?? { upTo: "", kind: "multiply" as const, value: "" };
    change({ tiers: [...tiers.slice(0, -1), { ...last, upTo: "" }, { ...last, upTo: "", value: "" }] });
  };
  const remove = (at: number) => change({ tiers: tiers.filter((_, index) => index !== at) });
  return (
    <BlockStack gap="300">
      {tiers.map((tier, at) => (
        <TierRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a tier is its place; it has no other name.
          key={at}
          tier={tier}
          isLast={at === tiers.length - 1}
          number={at + 1}
          upToError={errors[`tiers.${at}.upTo`]}
          valueError={errors[`tiers.${at}.value`]}
          change={(changes) => setTier(at, changes)}
          remove={tiers.length > 1 ? () => remove(at) : null}
        />
      ))}
      <InlineStack>
        <Button onClick={add} disabled={tiers.length >= MOST_TIERS}>
          Add a tier
        </Button>
      </InlineStack>
    </BlockStack>
  );
}

type TierRowProps = {
  readonly tier: TierDraft;
  readonly isLast: boolean;
  readonly number: number;
  readonly upToError: string | undefined;
  readonly valueError: string | undefined;
  readonly change: (changes: Partial<TierDraft>) => void;
  readonly remove: (() => void) | null;
};

function TierRow({ tier, isLast, number, upToError, valueError, change, remove }: TierRowProps) {
  return (
    <div className="k-tier">
      <InlineGrid columns={{ xs: 2, md: 3 }} gap="200">
        {isLast ? (
          <BlockStack gap="100">
            <Text as="span">Cost</Text>
            <Text as="span" tone="subdued">
              {number === 1 ? "any price" : "all that is higher"}
            </Text>
          </BlockStack>
        ) : (
          <TextField
            label="Cost up to"
            prefix="Rs"
            value={tier.upTo}
            onChange={(upTo) => change({ upTo })}
            error={upToError}
            inputMode="numeric"
            autoComplete="off"
          />
        )}
        <Select
          label="Price is the cost"
          options={STEPS}
          value={tier.kind}
          onChange={(kind) => change({ kind: kind === "add" ? "add" : "multiply" })}
        />
        <TextField
          label={tier.kind === "add" ? "Rupees" : "Number"}
          value={tier.value}
          onChange={(value) => change({ value })}
          error={valueError}
          inputMode="decimal"
          autoComplete="off"
        />
      </InlineGrid>
      {remove ? (
        <Button variant="plain" tone="critical" onClick={remove} accessibilityLabel={`Remove tier ${number}`}>
          Remove
        </Button>
      ) : null}
    </div>
  );
}
