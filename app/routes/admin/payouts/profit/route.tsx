import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Card, Text } from "@shopify/polaris";
import { getProfitPage } from "#app/domain/payouts/profit/get-profit-page.server.ts";
import type { ProfitSubject } from "#app/domain/payouts/profit/profit-row.ts";
import { PeriodHead } from "#app/routes/admin/payouts/period-head.tsx";
import { requireShop } from "#app/routes/admin/require-shop.server.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { EmptyCard } from "#app/ui/empty-card.tsx";
import { ListBody } from "#app/ui/list-body.tsx";
import { ListPages } from "#app/ui/list-pages.tsx";
import { PageFrame } from "#app/ui/page-frame.tsx";
import { RouteError } from "#app/ui/route-error.tsx";
import { useCsvExport } from "#app/ui/use-csv-export.tsx";
import { ProfitFigures } from "./profit-figures.tsx";
import { readProfitQuery } from "./profit-query.server.ts";
import { ProfitRows } from "./profit-rows.tsx";

export async function loader(args: LoaderFunctionArgs) {
  const { ctx } = await requireShop(args);
  return getProfitPage(ctx, readProfitQuery(new URL(args.request.url).searchParams));
}

const PAYOUTS = { content: "Payouts", url: "/payouts" };
const REFUSALS = { content: "Refusals", url: "/payouts/refusals" };

const SUBJECTS: readonly { readonly value: ProfitSubject; readonly label: string }[] = [
  { value: "product", label: "By product" },
  { value: "city", label: "By city" },
  { value: "month", label: "By month" },
  { value: "order", label: "By order" },
];

/** What was earned, is to come and was lost. */
export default function Profit() {
  const page = useLoaderData<typeof loader>();
  const { rows, next, by, period, all, hasMore, mode, asOf } = page;
  const exporting = useCsvExport({ path: "/payouts/profit/export", name: "profit" });
  return (
    <PageFrame
      title="Profit"
      backAction={PAYOUTS}
      asOf={asOf}
      wide
      secondaryActions={[REFUSALS, exporting.action]}
    >
      {exporting.refusal}
      <ProfitFigures all={all} />
      <Card padding="0">
        <PeriodHead subjects={SUBJECTS} by={by} period={period} />
        <ListBody>
          <ProfitRows rows={rows} by={by} />
        </ListBody>
        <Notes mode={mode} cut={hasMore && by !== "order"} />
      </Card>
      {rows.length === 0 ? (
        <EmptyCard
          title="No parcel has ended yet"
          text="What delivered and refused parcels of orders from these days bring appears here."
        />
      ) : null}
      <ListPages next={next} />
    </PageFrame>
  );
}

function Notes({ mode, cut }: { readonly mode: Mode; readonly cut: boolean }) {
  return (
    <div className="k-topic">
      <Text as="p" tone="subdued">
        {mode === "test" ? "These are test parcels: no money moves. " : ""}
        {cut ? "The 100 that bring the most are shown; the CSV file has all. " : ""}
        Counted is what parcels bring. An advance and a refund are not in it: an order&rsquo;s own page has
        them. Parcels of several products are shared by their prices. A prepaid parcel that came back counts
        as if its customer got the money back. Grey figures come from fewer than 20 parcels: too few to go by.
      </Text>
    </div>
  );
}

export const ErrorBoundary = RouteError;
