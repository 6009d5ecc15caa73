import type { PriceDraft } from "#app/domain/policy/pricing/price-draft.ts";

/** What each group of fields of the rule is given. */
export type PriceFieldProps = {
  readonly draft: PriceDraft;
  readonly errors: Readonly<Record<string, string>>;
  readonly change: (changes: Partial<PriceDraft>) => void;
};
