import { redirect } from "@remix-run/node";
import { z } from "zod";
import { retryImport } from "#app/domain/catalog/import/retry-import.server.ts";
import { stopImport } from "#app/domain/catalog/import/stop-import.server.ts";
import { applyReprice, undoReprice } from "#app/domain/catalog/pricing/apply-reprice.server.ts";
import { stopPrices } from "#app/domain/catalog/pricing/stop-prices.server.ts";
import { type BulkRunId, toListingId } from "#app/platform/ids.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import { runUrl } from "#app/ui/run-url.ts";
import { notFound } from "../not-found.ts";
import { parseForm } from "../parse-form.server.ts";
import type { Visit } from "../require-shop.server.ts";
import { productsInWords } from "./import-words.ts";
import type { RunAddress } from "./load-run.server.ts";

const importForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("stop") }),
  z.object({ intent: z.literal("retry"), listingId: z.uuid().transform(toListingId).optional() }),
]);

const changesForm = z.object({ intent: z.enum(["apply", "keep", "leave", "undo", "stop"]) });

/** What the buttons of a run's page do. Runs over orders and listings have none that are answered here. */
export async function doRun(
  visit: Visit,
  { subject, runId }: RunAddress,
  request: Request,
): Promise<ActionAnswer | Response> {
  switch (subject) {
    case "imports":
      return doImport(visit, runId, await parseForm(request, importForm));
    case "changes":
      return doChanges(visit, runId, await parseForm(request, changesForm));
    case "orders":
    case "listings":
      throw notFound();
  }
}

async function doImport(
  { ctx }: Visit,
  runId: BulkRunId,
  asked: z.output<typeof importForm>,
): Promise<ActionAnswer> {
  if (asked.intent === "stop")
    return (await stopImport(ctx, runId))
      ? { ok: true, done: "Stopped" }
      : { ok: false, reason: "It is over already.", gone: true };
  const retried = await retryImport(ctx, { runId, listingId: asked.listingId });
  return retried.kind === "begun"
    ? { ok: true, done: `Importing ${productsInWords(retried.products)} again` }
    : { ok: false, reason: "There is nothing left to try again.", gone: true };
}

const DONE = {
  apply: "Under way",
  keep: "Saved. Prices stay as they are",
  leave: "Left as they are",
} as const;

async function doChanges(
  { ctx, by }: Visit,
  runId: BulkRunId,
  { intent }: z.output<typeof changesForm>,
): Promise<ActionAnswer | Response> {
  switch (intent) {
    case "stop":
      return (await stopPrices(ctx, { runId, by }))
        ? { ok: true, done: "Stopped" }
        : { ok: false, reason: "It is not running any more." };
    case "undo": {
      const undone = await undoReprice(ctx, { runId, by });
      return undone.ok ? redirect(runUrl("changes", undone.runId)) : undone;
    }
    case "apply":
    case "keep":
    case "leave": {
      const prices = intent === "apply" ? "change" : "keep";
      const applied = await applyReprice(ctx, { runId, prices, by });
      return applied.ok ? { ok: true, done: DONE[intent] } : applied;
    }
  }
}
