import { goOn, type ReadRun, type StageResult } from "./order-run.ts";

/** Remembers which payment methods the shop's orders come with, for the list in Settings. */
export async function noteGateways({ ctx, shopify }: ReadRun): Promise<StageResult> {
  const names = new Set([
    ...shopify.paymentGatewayNames,
    ...shopify.transactions.flatMap(({ formattedGateway }) => (formattedGateway ? [formattedGateway] : [])),
  ]);
  const news = [...names].filter((name) => !ctx.shop.seenGateways.includes(name));
  if (news.length === 0) return goOn;
  await ctx.db.$executeRaw`
    update shop set seen_gateways = array(select distinct unnest(seen_gateways || ${news}::text[]) order by 1)
    where id = ${ctx.shop.id}::uuid`;
  return goOn;
}
