import type { Prisma } from "@prisma/client";
import { openAttention } from "#app/domain/attention/open-attention.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";

const SETTLEMENT_ISSUE = "settlement_differs";

/** Says on Home how many differences nobody has put aside; the row goes when there is none. */
export async function syncSettlementIssue(
  tx: Prisma.TransactionClient,
  { shop, clock }: Pick<ShopContext, "shop" | "clock">,
): Promise<void> {
  const shopId = shop.id;
  const now = clock.now();
  const count = await tx.settlementDifference.count({ where: { shopId, putAsideAt: null } });
  const issue = { thing: "shop", thingId: shopId, code: SETTLEMENT_ISSUE } as const;
  if (count > 0) {
    await openAttention(tx, { shopId, now }, { ...issue, params: { count } });
    return;
  }
  await tx.attention.updateMany({
    where: { shopId, ...issue, resolvedAt: null },
    data: { resolvedAt: now, resolvedBy: "karwan" },
  });
}
