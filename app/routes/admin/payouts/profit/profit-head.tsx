import { InlineStack, Select, TextField } from "@shopify/polaris";
import type { ProfitSubject } from "#app/domain/payouts/profit/profit-row.ts";
import { useListUrl } from "#app/ui/use-list-url.ts";

const SUBJECTS: readonly { readonly value: ProfitSubject; readonly label: string }[] = [
  { value: "product", label: "By product" },
  { value: "city", label: "By city" },
  { value: "month", label: "By month" },
  { value: "order", label: "By order" },
];

type ProfitHeadProps = {
  readonly by: ProfitSubject;
  readonly period: { readonly from: string; readonly to: string };
};

/** By what it is told apart, and the days on which the orders were made. */
export function ProfitHead({ by, period }: ProfitHeadProps) {
  const { change } = useListUrl("after");
  return (
    <div className="k-card-head">
      <InlineStack gap="300" blockAlign="end">
        <Select label="Show" options={[...SUBJECTS]} value={by} onChange={(value) => change({ by: value })} />
        <TextField
          label="Ordered from"
          type="date"
          value={period.from}
          onChange={(from) => change({ from })}
          autoComplete="off"
        />
        <TextField
          label="Ordered until"
          type="date"
          value={period.to}
          onChange={(to) => change({ to })}
          autoComplete="off"
        />
      </InlineStack>
    </div>
  );
}
