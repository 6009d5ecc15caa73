import { InlineStack, Select, TextField } from "@shopify/polaris";
import { useListUrl } from "#app/ui/use-list-url.ts";

type PeriodHeadProps = {
  /** By what rows can be told apart. */
  readonly subjects: readonly { readonly value: string; readonly label: string }[];
  readonly by: string;
  readonly period: { readonly from: string; readonly to: string };
};

/** By what it is told apart, and the days on which the orders were made. */
export function PeriodHead({ subjects, by, period }: PeriodHeadProps) {
  const { change } = useListUrl("after");
  return (
    <div className="k-card-head">
      <InlineStack gap="300" blockAlign="end">
        <Select label="Show" options={[...subjects]} value={by} onChange={(value) => change({ by: value })} />
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
