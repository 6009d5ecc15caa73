import type { SweepRun, SweepStep } from "#app/domain/sweeps/sweep-run.ts";
import { reconcileWholeShop } from "./reconcile-shop.server.ts";

/** The daily look at the shop itself: is it there, is our location, may customers check out, what was it called (R44). */
export async function sweepShopLife({ ctx }: SweepRun): Promise<SweepStep> {
  const { repaired } = await reconcileWholeShop(ctx);
  return { next: null, tally: { seen: 1, mended: repaired } };
}
