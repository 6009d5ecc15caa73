import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { PriceRule } from "#app/domain/policy/pricing/price-rule.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import { type PlannedRun, planReprice } from "./plan-reprice.server.ts";
import { savePriceRule } from "./save-price-rule.server.ts";

/**
 * A new rule for the shop. Where it changes no price in the store it is saved at once; else nothing changes yet, and the
 * run it gives is the preview to decide on.
 */
export async function changePriceRule(
  ctx: Pick<ShopContext, "shop" | "db" | "connection">,
  { rule, by }: { readonly rule: PriceRule; readonly by: string },
): Promise<PlannedRun> {
  const planned = await planReprice(ctx, { rule, by });
  if (planned.runId !== null) return planned;
  await ctx.db.$transaction(async (tx) => {
    await savePriceRule(tx, ctx.shop.id, { rule, by });
    const subject = { thing: "shop", thingId: ctx.shop.id } as const;
    await recordFact(tx, ctx.shop.id, { ...subject, actor: "person", code: "price_rule_saved", by });
  });
  return planned;
}
