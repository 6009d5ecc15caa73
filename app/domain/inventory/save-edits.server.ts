import { lockItems } from "#app/domain/catalog/listings/lock-items.server.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import type { EditedStockedItem } from "./plan-stocked-items.server.ts";
import { type StockRun, writeThenRenewLease } from "./stock-run.server.ts";

/**
 * A quantity somebody set by hand is recorded, and put right or left as the shop chose. What is left is what is lower than
 * ours: more than the supplier has is never shown.
 */
export async function saveEdits(run: StockRun, edited: readonly EditedStockedItem[]): Promise<void> {
  if (edited.length === 0) return;
  const { ctx } = run;
  const shopId = ctx.shop.id;
  await writeThenRenewLease(run, async (tx) => {
    await lockItems(
      tx,
      shopId,
      edited.map(({ item }) => item.id),
    );
    for (const { item, foundQuantity, plannedQuantity, isEdited, isLeft } of edited) {
      await tx.stockedItem.update({
        where: { shopId_id: { shopId, id: item.id } },
        data: { stockCap: isLeft ? foundQuantity : null },
      });
      if (!isEdited || item.listingId === null || foundQuantity === plannedQuantity) continue;
      await recordFact(tx, shopId, {
        ...{ thing: "listing", thingId: item.listingId, actor: "karwan" },
        code: isLeft ? "stock_left" : "stock_put_right",
        params: {
          from: item.pushed ?? 0,
          found: foundQuantity,
          to: isLeft ? foundQuantity : plannedQuantity,
        },
      });
    }
  });
}
