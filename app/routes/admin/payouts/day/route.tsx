import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Card } from "@shopify/polaris";
import { listPayoutsOfDay } from "#app/domain/payouts/list-payouts.server.ts";
import type { PayoutState } from "#app/domain/payouts/payout.ts";
import { parsePageCursor } from "#app/platform/database/page-cursor.ts";
import { formatDay } from "#app/platform/time/format-time.ts";
import { dayInUrl } from "#app/routes/admin/day-in-url.ts";
import { notFound } from "#app/routes/admin/not-found.ts";
import { readPayoutsQuery } from "#app/routes/admin/payouts/payouts-query.server.ts";
import { requireShop } from "#app/routes/admin/require-shop.server.ts";
import { EmptyCard } from "#app/ui/empty-card.tsx";
import { ListPages } from "#app/ui/list-pages.tsx";
import { PageFrame } from "#app/ui/page-frame.tsx";
import { useListAddress } from "#app/ui/remembered-list.ts";
import { RouteError } from "#app/ui/route-error.tsx";
import { PayoutRow } from "./payout-row.tsx";

const UNDATED = "undated";

function requireDay(text: string | undefined): string | null {
  if (text === UNDATED) return null;
  const day = dayInUrl.safeParse(text);
  if (!day.success) throw notFound();
  return day.data;
}

export async function loader(args: LoaderFunctionArgs) {
  const { ctx } = await requireShop(args);
  const day = requireDay(args.params.day);
  const { searchParams } = new URL(args.request.url);
  const { filter } = readPayoutsQuery(searchParams);
  const after = parsePageCursor(searchParams.get("after") ?? "");
  return listPayoutsOfDay(ctx, { day, filter, after });
}

/** Of what is released or reversed already, no date is awaited. */
function titleOf(day: string | null, state: PayoutState | null): string {
  if (day !== null) return formatDay(day, "UTC");
  return state === "pending" ? "No release date yet" : "No release date";
}

/** The parcels of one release date, each opening to the rule that made its number. */
export default function PayoutsDay() {
  const { day, filter, rows, next, payoutDays, mode, asOf } = useLoaderData<typeof loader>();
  const back = useListAddress("/payouts");
  return (
    <PageFrame title={titleOf(day, filter.state)} backAction={{ content: "Payouts", url: back }} asOf={asOf}>
      {rows.length === 0 ? (
        <EmptyCard
          title="No parcels here"
          text="No parcel has this release date any more, or none that fits."
        />
      ) : (
        <Card padding="0">
          <ul className="k-rows">
            {rows.map((row) => (
              <PayoutRow key={row.id} row={row} payoutDays={payoutDays} isTest={mode === "test"} />
            ))}
          </ul>
        </Card>
      )}
      <ListPages next={next} />
    </PageFrame>
  );
}

export const ErrorBoundary = RouteError;
