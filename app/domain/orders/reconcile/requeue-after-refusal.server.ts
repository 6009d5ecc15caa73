import type { OrderRun } from "./order-run.ts";
import { continued, requeueAfter, type StepResult } from "./step-result.ts";

const FIRST_MS = 10 * 60_000;
const LONGEST_MS = 6 * 60 * 60_000;

/** What Shopify refused in this run is looked at again after as long as it has been refused. */
export async function requeueAfterRefusal({ ctx, record, holds }: OrderRun): Promise<StepResult> {
  if (!holds.some(({ code }) => code === "shopify_refused")) return continued;
  const row = await ctx.db.attention.findFirst({
    where: { shopId: ctx.shop.id, code: "shopify_refused", thing: "order", thingId: record.id },
  });
  const ageMs = row ? ctx.clock.now().getTime() - row.openedAt.getTime() : 0;
  return requeueAfter(Math.min(LONGEST_MS, Math.max(FIRST_MS, ageMs)));
}
