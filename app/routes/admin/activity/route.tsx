import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";

import { z } from "zod";
import { listActivity } from "#app/domain/activity/list-activity.server.ts";
import { listDeliveries } from "#app/domain/deliveries/list-deliveries.server.ts";
import { replayDelivery } from "#app/domain/deliveries/replay-delivery.server.ts";
import { listChecks } from "#app/domain/shops/list-checks.server.ts";
import { runSweepNow } from "#app/domain/sweeps/bring-forward.server.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import { PageFrame } from "#app/ui/page-frame.tsx";
import { RouteError } from "#app/ui/route-error.tsx";
import { SteadyTabs } from "#app/ui/steady-tabs.tsx";
import { useFileExport } from "#app/ui/use-csv-export.tsx";
import { parseForm } from "../parse-form.server.ts";
import { requireShop } from "../require-shop.server.ts";
import { readActivityQuery } from "./activity-query.server.ts";
import { Checks } from "./checks.tsx";
import { Deliveries } from "./deliveries.tsx";
import { Feed } from "./feed.tsx";

const rowId = z
  .string()
  .regex(/^\d{1,18}$/)
  .transform(BigInt);

const query = z.object({
  view: z.enum(["feed", "checks", "deliveries"]).catch("feed"),
  /** Of the deliveries; where the feed begins, its own query says. */
  before: rowId.nullable().catch(null),
  source: z.enum(["shopify", "supplier"]).nullable().catch(null),
});

const form = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("run_now"), kind: z.string().max(40), mode: z.string().max(10) }),
  z.object({ intent: z.literal("replay"), deliveryId: rowId }),
]);

export async function loader(args: LoaderFunctionArgs) {
  const { ctx, by } = await requireShop(args);
  const { searchParams } = new URL(args.request.url);
  const { view, before, source } = query.parse({
    view: searchParams.get("view"),
    before: searchParams.get("before"),
    source: searchParams.get("source"),
  });
  switch (view) {
    case "feed":
      return { view, ...(await listActivity(ctx, { ...readActivityQuery(searchParams), viewer: by })) };
    case "checks":
      return { view, ...(await listChecks(ctx)) };
    case "deliveries":
      return { view, source, ...(await listDeliveries(ctx, { source, before })) };
  }
}

export async function action(args: ActionFunctionArgs): Promise<ActionAnswer> {
  const { ctx, by } = await requireShop(args);
  const asked = await parseForm(args.request, form);
  if (asked.intent === "run_now") {
    const { kind } = await runSweepNow(ctx, asked);
    if (kind === "asked") return { ok: true, done: "It runs now" };
    return { ok: false, reason: "There is no such check any more." };
  }
  const outcome = await replayDelivery(ctx, { id: asked.deliveryId, by });
  if (outcome.kind === "replayed") return { ok: true, done: "Its order is looked at again" };
  if (outcome.kind === "not_found") return { ok: false, reason: "This delivery is not here any more." };
  return { ok: false, reason: "This delivery is about no order of yours, so there is nothing to look at." };
}

const VIEWS = [
  { id: "feed", content: "What happened" },
  { id: "checks", content: "Checks" },
  { id: "deliveries", content: "Deliveries" },
];

export default function Activity() {
  const page = useLoaderData<typeof loader>();
  const [, setParams] = useSearchParams();
  const selected = VIEWS.findIndex(({ id }) => id === page.view);
  const select = (index: number) => setParams({ view: VIEWS[index]?.id ?? "feed" });
  const file = { path: "/activity/export", name: "activity" };
  const csv = useFileExport({ ...file, format: "csv" });
  const json = useFileExport({ ...file, format: "json" });
  return (
    <PageFrame title="Activity" asOf={page.asOf} secondaryActions={[csv.action, json.action]}>
      {csv.refusal ?? json.refusal}
      <SteadyTabs tabs={VIEWS} selected={selected} onSelect={select} />
      {page.view === "feed" ? <Feed page={page} /> : null}
      {page.view === "checks" ? <Checks page={page} /> : null}
      {page.view === "deliveries" ? <Deliveries page={page} /> : null}
    </PageFrame>
  );
}

export const ErrorBoundary = RouteError;
