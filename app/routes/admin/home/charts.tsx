import type { SerializeFrom } from "@remix-run/node";
import { Card, Text } from "@shopify/polaris";
import type { ReactNode } from "react";
import type { HomeCharts } from "#app/domain/home/charts/find-charts.server.ts";
import { DayChart } from "#app/ui/chart/day-chart.tsx";
import { ComingChart } from "../payouts/coming-chart.tsx";

const SERIES = [
  { key: "delivered", label: "Delivered", tone: "success" },
  { key: "refused", label: "Refused", tone: "warning" },
] as const;

/** What happened to parcels, and when their money comes. */
export function Charts({ charts: { ended, coming } }: { readonly charts: SerializeFrom<HomeCharts> }) {
  const days = ended.map(({ day, delivered, refused }) => ({ day, amounts: { delivered, refused } }));
  return (
    <div className="k-home-charts">
      <Titled title="Delivered and refused">
        <DayChart
          title="Parcels delivered and refused by day, the last 30 days"
          kind="bars"
          unit="parcels"
          series={SERIES}
          days={days}
        />
      </Titled>
      <Titled title="Money by release date">
        <ComingChart days={coming} />
      </Titled>
    </div>
  );
}

function Titled({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Card>
      <Text as="h2" variant="headingMd">
        {title}
      </Text>
      {children}
    </Card>
  );
}
