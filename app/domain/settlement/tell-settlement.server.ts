import type { Prisma } from "@prisma/client";
import { openAttention } from "../attention/open-attention.server.ts";
import type { ShopContext } from "../shops/shop-context.server.ts";

const SETTLEMENT_NEED = "settlement_differs";

/** Says on Home how many differences nobody has put aside; the row goes when there is none. */
export async function tellSettlement(
  tx: Prisma.TransactionClient,
  { shop, clock }: Pick<ShopContext, "shop" | "clock">,
): Promise<void> {
  const shopId = shop.id;
  const now = clock.now();
  const count = await tx.settlementDifference.count({ where: { shopId, putAsideAt: null } });
  const need = { thing: "shop", thingId: shopId, code: SETTLEMENT_NEED } as const;
  if (count > 0) {
    await openAttention(tx, { shopId, now }, { ...need, params: { count } });
    return;
  }
  await tx.attention.updateMany({
    where: { shopId, ...need, resolvedAt: null },
    data: { resolvedAt: now, resolvedBy: "karwan" },
  });
}
