import type { Prisma } from "@prisma/client";
import type { PriceRule } from "#app/domain/policy/pricing/price-rule.ts";
import type { ShopId } from "#app/platform/ids.ts";

/** Makes a rule the shop's, for what is imported or priced from now on. Prices that stand are left to a run. */
export async function savePriceRule(
  tx: Prisma.TransactionClient,
  shopId: ShopId,
  { rule, by }: { readonly rule: PriceRule; readonly by: string },
): Promise<void> {
  const data = { priceRule: rule, savedBy: by };
  await tx.listingSettings.upsert({ where: { shopId }, create: { shopId, ...data }, update: data });
}
