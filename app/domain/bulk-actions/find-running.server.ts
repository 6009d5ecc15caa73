import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { BulkRunId } from "#app/platform/ids.ts";
import type { BulkRunKind } from "./bulk-subject.ts";
import { countItems } from "./count-items.server.ts";

/** How far a run under way has come. */
export type RunningBulk<Kind extends BulkRunKind = BulkRunKind> = {
  readonly id: BulkRunId;
  readonly kind: Kind;
  readonly total: number;
  readonly settled: number;
};

/** The newest run of these kinds that is under way; null when none is. */
export async function findRunning<Kind extends BulkRunKind>(
  ctx: Pick<ShopContext, "shop" | "db">,
  kinds: readonly Kind[],
): Promise<RunningBulk<Kind> | null> {
  const run = await ctx.db.bulkRun.findFirst({
    where: { shopId: ctx.shop.id, state: "running", kind: { in: [...kinds] } },
    orderBy: { createdAt: "desc" },
  });
  const kind = kinds.find((each) => each === run?.kind);
  if (!run || !kind) return null;
  const { total, settled } = await countItems(ctx, run);
  return { id: run.id, kind, total, settled };
}
