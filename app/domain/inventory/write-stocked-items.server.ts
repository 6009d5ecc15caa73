import { createHash } from "node:crypto";
import type { InventoryItemGid } from "#app/platform/ids.ts";
import { failpoint } from "#app/platform/process/failpoint.ts";
import { setQuantities } from "#app/shopify/operations/inventory/set-quantities.ts";
import { listStockedItemsByIds } from "./load-stocked-items.server.ts";
import { type PlannedStockedItem, planBatches } from "./plan-batches.ts";
import { planStockedItems } from "./plan-stocked-items.server.ts";
import { saveEdits } from "./save-edits.server.ts";
import {
  postponeStockedItems,
  saveGone,
  saveRefused,
  saveStockedItems,
} from "./save-stocked-items.server.ts";
import { assertModeInUse, type StockRun } from "./stock-run.server.ts";
import type { StockedItem } from "./stocked-item.ts";

/** An item that is sold faster than it is written is left for a while. */
const TRIES = 3;

/** Writes what differs, and notes what does not: either way these levels are right afterwards. */
export async function writeStockedItems(
  run: StockRun,
  items: readonly StockedItem[],
  tries = 1,
): Promise<void> {
  const { planned, gone, edited } = await planStockedItems(run, items);
  await saveGone(run, gone);
  await saveEdits(run, edited);
  await saveStockedItems(
    run,
    planned.filter(({ quantity, from }) => quantity === from),
  );
  const stale: StockedItem[] = [];
  for (const batch of planBatches(planned)) stale.push(...(await writeBatch(run, batch)));
  if (stale.length === 0) return;
  if (tries >= TRIES) return postponeStockedItems(run, stale);
  // Asked for anew: Shopify knows of a sale that our rows had not. They may have it meanwhile.
  const again = await reloadStockedItems(run, stale);
  await writeStockedItems(
    run,
    again.map((item) => ({ ...item, isStale: true })),
    tries + 1,
  );
}

function reloadStockedItems(
  { ctx, mode, settings }: StockRun,
  items: readonly StockedItem[],
): Promise<readonly StockedItem[]> {
  const ids = items.map(({ id }) => id);
  return listStockedItemsByIds(ctx.db, { shopId: ctx.shop.id, mode }, settings, ids);
}

/** Returns what stands elsewhere than believed; what is gone or refused is named, and all the others stand. */
async function writeBatch(
  run: StockRun,
  batch: readonly PlannedStockedItem[],
): Promise<readonly StockedItem[]> {
  const byItem = new Map(batch.map((each) => [each.item.inventoryItemGid, each]));
  const { staleIds, goneIds, refused } = await setQuantities(run.ctx.admin, {
    locationId: run.locationGid,
    changes: batch.map(({ item, quantity, from }) => {
      return { inventoryItemId: item.inventoryItemGid, quantity, changeFrom: from };
    }),
    keyOf: (changes) =>
      keyOf(
        run,
        changes.flatMap(({ inventoryItemId }) => byItem.get(inventoryItemId) ?? []),
      ),
    beforeSend: async () => {
      await run.claim.lease.assertHeld();
      await assertModeInUse(run);
      failpoint("T1");
    },
    afterSend: () => failpoint("T2"),
  });
  const words = new Map(refused.map((each) => [each.inventoryItemId, each.words]));
  const itemsOf = (isIn: (id: InventoryItemGid) => boolean) =>
    batch.map(({ item }) => item).filter(({ inventoryItemGid }) => isIn(inventoryItemGid));
  const left = new Set([...staleIds, ...goneIds, ...words.keys()]);
  await saveStockedItems(
    run,
    batch.filter(({ item }) => !left.has(item.inventoryItemGid)),
  );
  await saveGone(
    run,
    itemsOf((id) => goneIds.includes(id)),
  );
  const refusedItems = itemsOf((id) => words.has(id));
  await saveRefused(
    run,
    refusedItems.map((item) => ({ item, words: words.get(item.inventoryItemGid) ?? "" })),
  );
  return itemsOf((id) => staleIds.includes(id));
}

/**
 * The same change for the same reason has the same key, so that a repeat after a lost answer changes nothing more. The
 * moment it came due is part of it: the same numbers for another reason, later on, are another change.
 */
function keyOf({ locationGid }: StockRun, batch: readonly PlannedStockedItem[]): string {
  const content = batch.map(({ item, quantity, from }) => [
    ...[item.inventoryItemGid, quantity, from],
    item.dueAt.getTime(),
  ]);
  const hash = createHash("sha256").update(JSON.stringify([locationGid, content]));
  return `stock/${hash.digest("hex").slice(0, 40)}`;
}
