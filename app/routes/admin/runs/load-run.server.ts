import type { Params } from "@remix-run/react";
import { z } from "zod";
import type { BulkRunQuery } from "#app/domain/bulk-actions/find-bulk-run.server.ts";
import { publishesByItself } from "#app/domain/catalog/channels/sales-channels.ts";
import { findImportRun } from "#app/domain/catalog/import/find-import-run.server.ts";
import { findListingsRun } from "#app/domain/catalog/listings/run/find-listings-run.server.ts";
import { findPriceRun, priceViews } from "#app/domain/catalog/pricing/find-price-run.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { findOrdersRun } from "#app/domain/orders/bulk/find-orders-run.server.ts";
import { loadListingSettings } from "#app/domain/policy/pricing/load-settings.server.ts";
import { toBulkRunId } from "#app/platform/ids.ts";
import { mayPublish } from "#app/shopify/scopes.ts";
import { runSubjects } from "#app/ui/run-url.ts";
import { notFound } from "../not-found.ts";

const address = z.object({ subject: z.enum(runSubjects), runId: z.uuid().transform(toBulkRunId) });

export type RunAddress = z.output<typeof address>;

const query = z.object({
  after: z.coerce.number().int().min(-1).max(10_000_000).catch(-1),
  only: z.literal("refused").nullable().catch(null),
  view: z.enum(priceViews).catch("all"),
});

/** Throws the page that nothing is there for an address that no run can have. */
export function readRunAddress(params: Params): RunAddress {
  const parsed = address.safeParse(params);
  if (!parsed.success) throw notFound();
  return parsed.data;
}

/** What the page of a run shows; another shop's run is not found. */
export async function loadRun(ctx: ShopContext, { subject, runId }: RunAddress, params: URLSearchParams) {
  const { after, only, view } = query.parse(Object.fromEntries(params));
  const asked: BulkRunQuery = { runId, after, onlyRefused: only !== null };
  switch (subject) {
    case "orders":
      return { subject, run: found(await findOrdersRun(ctx, { ...asked, onlyRefused: false })) };
    case "listings":
      return { subject, run: found(await findListingsRun(ctx, asked)), onlyRefused: asked.onlyRefused };
    case "imports":
      return { subject, ...(await loadImport(ctx, asked)) };
    case "changes":
      return { subject, run: { ...found(await findPriceRun(ctx, { runId, after, view })), view } };
  }
}

function found<Run>(run: Run | null): Run {
  if (run === null) throw notFound();
  return run;
}

async function loadImport(ctx: ShopContext, asked: BulkRunQuery) {
  const [run, { whenCostChanges }] = await Promise.all([findImportRun(ctx, asked), loadListingSettings(ctx)]);
  const { mode } = found(run);
  return {
    run: found(run),
    onlyRefused: asked.onlyRefused,
    isSandbox: mode !== null && !publishesByItself(mode, ctx.shop),
    canPublish: mayPublish(ctx.shop.grantedScopes),
    whenCostChanges,
  };
}
