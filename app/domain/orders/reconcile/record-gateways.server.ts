import type { ReadRun } from "./order-run.ts";
import { continued, type StepResult } from "./step-result.ts";

/** Remembers which payment methods the shop's orders come with, for the list in Settings. */
export async function recordGateways({ ctx, shopify }: ReadRun): Promise<StepResult> {
  const names = new Set([
    ...shopify.paymentGatewayNames,
    ...shopify.transactions.flatMap(({ formattedGateway }) => (formattedGateway ? [formattedGateway] : [])),
  ]);
  const unseen = [...names].filter((name) => !ctx.shop.seenGateways.includes(name));
  if (unseen.length === 0) return continued;
  await ctx.db.$executeRaw`
    update shop set seen_gateways = array(select distinct unnest(seen_gateways || ${unseen}::text[]) order by 1)
    where id = ${ctx.shop.id}::uuid`;
  return continued;
}
