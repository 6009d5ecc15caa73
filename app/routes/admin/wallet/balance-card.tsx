import { Card, Text } from "@shopify/polaris";
import { DayChart } from "#app/ui/chart/day-chart.tsx";
import type { ShownWallet } from "./shown-wallet.ts";

const SERIES = [{ key: "balance", label: "Available", tone: "moving" }] as const;

/** The balance of the last 30 days, while anything is known of it. */
export function BalanceCard({ balance }: Pick<ShownWallet, "balance">) {
  if (balance === null || balance.every(({ balancePkr }) => balancePkr === null)) return null;
  const days = balance.map(({ day, balancePkr }) => ({ day, amounts: { balance: balancePkr } }));
  return (
    <Card>
      <Text as="h2" variant="headingMd">
        Available, day by day
      </Text>
      <DayChart
        title="Available at the end of each day, the last 30 days"
        kind="line"
        series={SERIES}
        days={days}
      />
    </Card>
  );
}
