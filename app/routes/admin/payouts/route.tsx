import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Card, Text } from "@shopify/polaris";
import { countOf } from "#app/domain/messages/count-of.ts";
import { getPayoutsPage } from "#app/domain/payouts/get-payouts-page.server.ts";
import { EmptyCard } from "#app/ui/empty-card.tsx";
import { ListBody } from "#app/ui/list-body.tsx";
import { PageFrame } from "#app/ui/page-frame.tsx";
import { RouteError } from "#app/ui/route-error.tsx";
import { useCsvExport } from "#app/ui/use-csv-export.tsx";
import { requireShop } from "../require-shop.server.ts";
import { ComingChart } from "./coming-chart.tsx";
import { ComingFigures } from "./coming-figures.tsx";
import { MonthCard } from "./month-card.tsx";
import { PayoutNotes } from "./payout-notes.tsx";
import { readPayoutsQuery } from "./payouts-query.server.ts";
import type { ShownPayouts } from "./shown-payouts.ts";

export async function loader(args: LoaderFunctionArgs) {
  const { ctx } = await requireShop(args);
  return getPayoutsPage(ctx, readPayoutsQuery(new URL(args.request.url).searchParams));
}

const PROFIT = { content: "Profit", url: "/payouts/profit" };
const CHECK = { content: "Three-way check", url: "/payouts/check" };

export default function Payouts() {
  const page = useLoaderData<typeof loader>();
  const exporting = useCsvExport({ path: "/payouts/export", name: "payouts" });
  const isEmpty = page.coming.all.margin.parcels + page.coming.all.fee.parcels + page.days.length === 0;
  return (
    <PageFrame title="Payouts" asOf={page.asOf} wide secondaryActions={[PROFIT, CHECK, exporting.action]}>
      {exporting.refusal}
      <ComingFigures coming={page.coming} />
      <PayoutNotes page={page} />
      {isEmpty && page.months.earlier === null ? (
        <NothingYet page={page} />
      ) : (
        <>
          <ComingCard page={page} />
          <ListBody>
            <MonthCard page={page} />
          </ListBody>
        </>
      )}
    </PageFrame>
  );
}

function ComingCard({ page: { coming } }: { readonly page: ShownPayouts }) {
  return (
    <Card>
      <Text as="h2" variant="headingMd">
        The next 30 days
      </Text>
      <ComingChart days={coming.days} />
    </Card>
  );
}

function NothingYet({ page: { isConnected, payoutDays } }: { readonly page: ShownPayouts }) {
  if (!isConnected)
    return (
      <EmptyCard
        title="No payouts yet"
        text="Connect the supplier first. What your deliveries bring then appears here, day by day."
        step={{ label: "Connect", url: "/settings/connection" }}
      />
    );
  return (
    <EmptyCard
      title="No payouts yet"
      text={`Once a parcel is delivered, its margin appears here. The supplier releases it to your wallet ${countOf(payoutDays, "day", "days")} after the delivery.`}
      step={{ label: "See your orders", url: "/orders?tab=all" }}
    />
  );
}

export const ErrorBoundary = RouteError;
