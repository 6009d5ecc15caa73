import { stopBulkRun } from "#app/domain/bulk-actions/stop-bulk-run.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import type { BulkRunId } from "#app/platform/ids.ts";
import { changeRunKinds } from "./price-run-kinds.ts";

/** Ends a change of prices after the listings it is at; false when it is not running. What it did stays done. */
export async function stopPrices(
  ctx: Pick<ShopContext, "shop" | "db" | "clock">,
  { runId, by }: { readonly runId: BulkRunId; readonly by: string },
): Promise<boolean> {
  const fact = { thing: "shop", thingId: runId, actor: "person", code: "run_stopped", by } as const;
  return stopBulkRun(ctx, {
    runId,
    kinds: changeRunKinds,
    isOver: "now",
    also: (tx) => recordFact(tx, ctx.shop.id, fact),
  });
}
