import { recordFact } from "../timeline/record.server.ts";
import type { EditedShelf } from "./plan-shelves.server.ts";
import { type StockRun, writeFenced } from "./stock-run.server.ts";

/**
 * A quantity somebody set by hand is told, and put right or left as the shop chose. What is left is what is lower than
 * ours: more than the supplier has is never shown.
 */
export async function saveEdits(run: StockRun, edited: readonly EditedShelf[]): Promise<void> {
  if (edited.length === 0) return;
  const { ctx } = run;
  const shopId = ctx.shop.id;
  await writeFenced(run, async (tx) => {
    for (const { shelf, found, wanted, isEdited, isLeft } of edited) {
      const cap = { stockCap: isLeft ? found : null };
      const where = { shopId_id: { shopId, id: shelf.id } };
      if (shelf.kind === "variant") await tx.listingVariant.update({ where, data: cap });
      else await tx.variantLink.update({ where, data: cap });
      if (!isEdited || shelf.listingId === null || found === wanted) continue;
      await recordFact(tx, shopId, {
        ...{ thing: "listing", thingId: shelf.listingId, actor: "karwan" },
        code: isLeft ? "stock_left" : "stock_put_right",
        params: { from: shelf.pushed ?? 0, found, to: isLeft ? found : wanted },
      });
    }
  });
}
