import { lookAtWholeShop } from "../shops/look-at-shop.server.ts";
import type { SweepRun, SweepStep } from "./sweep-run.ts";

/** The daily look at the shop itself: is it there, is our location, may customers check out, what was it called (R44). */
export async function sweepShopLife({ ctx }: SweepRun): Promise<SweepStep> {
  const { mended } = await lookAtWholeShop(ctx);
  return { next: null, tally: { seen: 1, mended } };
}
