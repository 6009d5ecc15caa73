import type { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { ShopId } from "#app/platform/ids.ts";
import { ledgerDifferenceKinds } from "./difference-kinds.ts";
import { pairMisplaced } from "./explain-difference.ts";
import { syncSettlementIssue } from "./sync-settlement-issue.server.ts";

/** More than this nobody compares one by one. */
const MOST_PAIRED = 5000;

/** Ends a check: what it did not find any more goes, and what two parcels have too much and too little is paired. */
export async function endCheck(
  tx: Prisma.TransactionClient,
  ctx: Pick<ShopContext, "shop" | "clock">,
  startedAt: Date,
): Promise<void> {
  const shopId = ctx.shop.id;
  await tx.settlementDifference.deleteMany({ where: { shopId, seenAt: { not: startedAt } } });
  await pairFound(tx, shopId);
  await syncSettlementIssue(tx, ctx);
}

async function pairFound(tx: Prisma.TransactionClient, shopId: ShopId): Promise<void> {
  const rows = await tx.settlementDifference.findMany({
    where: { shopId, side: "ledger" },
    orderBy: { id: "asc" },
    take: MOST_PAIRED,
  });
  const found = rows.flatMap(({ id, subjectId, kind, expectedPkr, foundPkr, entryIds }) => {
    const known = ledgerDifferenceKinds.find((each) => each === kind);
    if (known === undefined) return [];
    const sums = { expectedPkr, ledgerPkr: foundPkr };
    return [{ id, subject: subjectId, difference: { ...sums, kind: known, entryIds } }];
  });
  for (const { id, pairedWith, difference } of pairMisplaced(found)) {
    if (pairedWith === null) continue;
    const where = { shopId, id };
    await tx.settlementDifference.updateMany({ where, data: { pairedWith, kind: difference.kind } });
  }
}
