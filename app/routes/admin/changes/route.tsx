import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { applyReprice, undoReprice } from "#app/domain/catalog/pricing/apply-reprice.server.ts";
import { findPriceRun, priceViews } from "#app/domain/catalog/pricing/find-price-run.server.ts";
import { stopRun } from "#app/domain/catalog/pricing/stop-run.server.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import { PageFrame } from "#app/ui/page-frame.tsx";
import { RouteError } from "#app/ui/route-error.tsx";
import { usePollingWhile } from "#app/ui/use-polling-while.ts";
import { notFound } from "../not-found.ts";
import { parseForm } from "../parse-form.server.ts";
import { requireShop } from "../require-shop.server.ts";
import { ChangesList } from "./changes-list.tsx";
import { changesTitle } from "./changes-words.ts";
import { DecisionCard } from "./decision-card.tsx";

const query = z.object({
  after: z.coerce.number().int().min(-1).max(10_000_000).catch(-1),
  view: z.enum(priceViews).catch("all"),
});

export async function loader(args: LoaderFunctionArgs) {
  const { ctx } = await requireShop(args);
  const runId = z.uuid().safeParse(args.params.runId);
  if (!runId.success) throw notFound();
  const asked = query.parse(Object.fromEntries(new URL(args.request.url).searchParams));
  const run = await findPriceRun(ctx, { ...asked, runId: runId.data });
  if (!run) throw notFound();
  return { ...run, view: asked.view };
}

const form = z.object({ intent: z.enum(["apply", "keep", "leave", "undo", "stop"]) });

const DONE = {
  apply: "Under way",
  keep: "Saved. Prices stay as they are",
  leave: "Left as they are",
} as const;

export async function action(args: ActionFunctionArgs): Promise<ActionAnswer | Response> {
  const { ctx, by } = await requireShop(args);
  const { intent } = await parseForm(args.request, form);
  const parsed = z.uuid().safeParse(args.params.runId);
  if (!parsed.success) throw notFound();
  const runId = parsed.data;
  switch (intent) {
    case "stop":
      return (await stopRun(ctx, { runId, by }))
        ? { ok: true, done: "Stopped" }
        : { ok: false, reason: "It is not running any more." };
    case "undo": {
      const undone = await undoReprice(ctx, { runId, by });
      return undone.ok ? redirect(`/changes/${undone.runId}`) : undone;
    }
    default: {
      const prices = intent === "apply" ? "change" : "keep";
      const applied = await applyReprice(ctx, { runId, prices, by });
      if (!applied.ok) return applied;
      return { ok: true, done: DONE[intent] };
    }
  }
}

/** A change of many listings: what it would do, how far it is, what came of it, and the way back. */
export default function Changes() {
  const run = useLoaderData<typeof loader>();
  usePollingWhile(run.state === "running");
  return (
    <PageFrame
      title={changesTitle(run)}
      backAction={
        run.brake?.what === "stock"
          ? { content: "Listings", url: "/listings" }
          : { content: "Prices", url: "/settings/prices" }
      }
      asOf={run.asOf}
    >
      <DecisionCard run={run} />
      <ChangesList run={run} />
    </PageFrame>
  );
}

export const ErrorBoundary = RouteError;
