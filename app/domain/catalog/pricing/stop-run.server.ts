import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";

/** Ends a run under way after the listings it is at; false when it is not running. What it did stays done. */
export async function stopRun(
  { shop, db, clock }: Pick<ShopContext, "shop" | "db" | "clock">,
  { runId, by }: { readonly runId: string; readonly by: string },
): Promise<boolean> {
  return db.$transaction(async (tx) => {
    const { count } = await tx.listingRun.updateMany({
      where: { shopId: shop.id, id: runId, state: "running" },
      data: { state: "stopped", finishedAt: clock.now() },
    });
    if (count === 0) return false;
    const fact = { thing: "shop", thingId: runId, actor: "person", code: "run_stopped", by } as const;
    await recordFact(tx, shop.id, fact);
    return true;
  });
}
