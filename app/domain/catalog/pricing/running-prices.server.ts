import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { priceRunKinds } from "./price-run-kinds.ts";

export type RunningPrices = { readonly id: string; readonly total: number; readonly settled: number };

/** The run that changes prices now; null when none does. */
export async function findRunningPrices({
  shop,
  db,
}: Pick<ShopContext, "shop" | "db">): Promise<RunningPrices | null> {
  const run = await db.listingRun.findFirst({
    where: { shopId: shop.id, state: "running", kind: { in: [...priceRunKinds] } },
    select: { id: true },
  });
  if (!run) return null;
  const counted = await db.listingRunItem.groupBy({
    by: ["state"],
    where: { shopId: shop.id, runId: run.id },
    _count: { _all: true },
  });
  const count = (states: readonly string[]) =>
    counted.filter(({ state }) => states.includes(state)).reduce((sum, { _count }) => sum + _count._all, 0);
  return {
    id: run.id,
    total: count(["waiting", "begun", "done", "refused"]),
    settled: count(["done", "refused"]),
  };
}
