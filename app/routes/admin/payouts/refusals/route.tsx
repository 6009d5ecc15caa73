import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Card, Text } from "@shopify/polaris";
import { z } from "zod";
import { MOST_RULES } from "#app/domain/orders/rules/change-order-rules.server.ts";
import { getRefusalsPage } from "#app/domain/payouts/refusals/get-refusals-page.server.ts";
import {
  type RefusalRow,
  type RefusalSubject,
  refusedPercent,
} from "#app/domain/payouts/refusals/refusal-row.ts";
import {
  type HoldOrdersLikeResult,
  holdOrdersLike,
  ruledSubjects,
} from "#app/domain/payouts/refusals/row-rules.server.ts";
import { parseForm } from "#app/routes/admin/parse-form.server.ts";
import { parcelsWords } from "#app/routes/admin/payouts/payouts-words.ts";
import { PeriodHead } from "#app/routes/admin/payouts/period-head.tsx";
import { refuseUnlessGranted } from "#app/routes/admin/refuse-unless-granted.server.ts";
import { requireShop } from "#app/routes/admin/require-shop.server.ts";
import type { Mode } from "#app/supplier/mode.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import { EmptyCard } from "#app/ui/empty-card.tsx";
import { FigureTile } from "#app/ui/figure-tile.tsx";
import { ListBody } from "#app/ui/list-body.tsx";
import { ListPages } from "#app/ui/list-pages.tsx";
import { PageFrame } from "#app/ui/page-frame.tsx";
import { RouteError } from "#app/ui/route-error.tsx";
import { useCsvExport } from "#app/ui/use-csv-export.tsx";
import { RefusalRows, rangeWords } from "./refusal-rows.tsx";
import { readRefusalsQuery } from "./refusals-query.server.ts";

export async function loader(args: LoaderFunctionArgs) {
  const { ctx } = await requireShop(args);
  return getRefusalsPage(ctx, readRefusalsQuery(new URL(args.request.url).searchParams));
}

const form = z.object({
  intent: z.literal("hold_like_these"),
  subject: z.enum(ruledSubjects),
  key: z.string().min(1).max(200),
});

export async function action(args: ActionFunctionArgs): Promise<ActionAnswer | Response> {
  const visit = await requireShop(args);
  const { subject, key } = await parseForm(args.request, form);
  const refusal = await refuseUnlessGranted(args, visit, "routing");
  return refusal ?? toAnswer(await holdOrdersLike(visit.ctx, { subject, key, by: visit.by }));
}

function toAnswer(result: HoldOrdersLikeResult): ActionAnswer {
  if (result.ok) return { ok: true, done: `New orders for ${result.names.join(", ")} wait for you` };
  if (result.reason === "too_many_rules")
    return {
      ok: false,
      reason: `There are ${MOST_RULES} rules already.`,
      detail: "Remove one first, under Settings, Holds.",
    };
  return { ok: false, reason: "No rule can be made of this any more. Nothing was changed." };
}

const PROFIT = { content: "Profit", url: "/payouts/profit" };

const SUBJECTS: readonly { readonly value: RefusalSubject; readonly label: string }[] = [
  { value: "city", label: "By city" },
  { value: "product", label: "By product" },
  { value: "route", label: "By way of paying" },
  { value: "confirmation", label: "By confirmation" },
];

/** Where parcels are refused at the door. */
export default function Refusals() {
  const { rows, next, by, period, all, mode, asOf } = useLoaderData<typeof loader>();
  const exporting = useCsvExport({ path: "/payouts/refusals/export", name: "refusals" });
  return (
    <PageFrame title="Refusals" backAction={PROFIT} asOf={asOf} wide secondaryActions={[exporting.action]}>
      {exporting.refusal}
      <AllFigures all={all} />
      <Card padding="0">
        <PeriodHead subjects={SUBJECTS} by={by} period={period} />
        <ListBody>
          <RefusalRows rows={rows} by={by} />
        </ListBody>
        <Notes mode={mode} />
      </Card>
      {rows.length === 0 ? (
        <EmptyCard
          title="No parcel has ended yet"
          text="Where parcels of orders from these days are taken or refused appears here."
        />
      ) : null}
      <ListPages next={next} />
    </PageFrame>
  );
}

function AllFigures({ all }: { readonly all: RefusalRow | null }) {
  return (
    <ul className="k-figures">
      <FigureTile
        label="Refused at the door"
        figure={{ words: all ? `${refusedPercent(all)}%` : "none yet" }}
        hint={all && rangeWords(all)}
      />
      <FigureTile label="Refused" figure={{ words: parcelsWords(all?.refused ?? 0) }} />
      <FigureTile label="Taken" figure={{ words: parcelsWords(all ? all.ended - all.refused : 0) }} />
    </ul>
  );
}

function Notes({ mode }: { readonly mode: Mode }) {
  return (
    <div className="k-topic">
      <Text as="p" tone="subdued">
        {mode === "test" ? "These are test parcels. " : ""}
        Of enough parcels the surest high rates come first. What to expect is where the rate of the next
        parcels lies 19 times in 20. A parcel that came back after its delivery was not refused. Grey rates
        come from fewer than 20 parcels: too few to go by.
      </Text>
    </div>
  );
}

export const ErrorBoundary = RouteError;
