import type { SerializeFrom } from "@remix-run/node";
import { Text } from "@shopify/polaris";
import type { Rupees } from "#app/domain/money/rupees.ts";
import type { Coming, Sum } from "#app/domain/payouts/coming.ts";
import { DayChart } from "#app/ui/chart/day-chart.tsx";

const SERIES = [
  { key: "margin", label: "Margins", tone: "success" },
  { key: "fee", label: "Prepaid fees", tone: "warning" },
] as const;

/** What is pending by its release date, today and the 29 days after it. */
export function ComingChart({ days }: { readonly days: SerializeFrom<Coming["days"]> }) {
  if (days.every(({ margin, fee }) => margin.parcels + fee.parcels === 0))
    return (
      <Text as="p" tone="subdued">
        Nothing that is pending has its release date in these days.
      </Text>
    );
  const shown = days.map(({ day, margin, fee }) => ({
    day,
    amounts: { margin: knownOf(margin), fee: knownOf(fee) },
  }));
  return (
    <DayChart
      title="Pending rupees by release date, the next 30 days"
      kind="bars"
      series={SERIES}
      days={shown}
    />
  );
}

/** A day of which nothing is known has no bar. */
function knownOf({ amountPkr, parcels, unknown }: Sum): Rupees | null {
  return parcels > 0 && unknown === parcels ? null : amountPkr;
}
