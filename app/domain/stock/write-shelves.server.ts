import { createHash } from "node:crypto";
import { failpoint } from "#app/platform/failpoint.ts";
import { requireLease } from "#app/platform/work.server.ts";
import { setQuantities } from "#app/shopify/operations/set-quantities.ts";
import { listShelvesOf } from "./load-shelves.server.ts";
import { type PlannedShelf, planBatches } from "./plan-batches.ts";
import { planShelves } from "./plan-shelves.server.ts";
import { saveEdits } from "./save-edits.server.ts";
import { putOffShelves, saveGone, saveRefused, saveShelves } from "./save-shelves.server.ts";
import type { Shelf } from "./shelf.ts";
import type { StockRun } from "./stock-run.server.ts";

/** An item that is sold faster than it is written is left for a while. */
const TRIES = 3;

/** Writes what differs, and notes what does not: either way these shelves are right afterwards. */
export async function writeShelves(run: StockRun, shelves: readonly Shelf[], tries = 1): Promise<void> {
  const { planned, gone, edited } = await planShelves(run, shelves);
  await saveGone(run, gone);
  await saveEdits(run, edited);
  await saveShelves(
    run,
    planned.filter(({ quantity, from }) => quantity === from),
  );
  const stale: Shelf[] = [];
  for (const batch of planBatches(planned)) stale.push(...(await writeBatch(run, batch)));
  if (stale.length === 0) return;
  if (tries >= TRIES) return putOffShelves(run, stale);
  // Asked for anew: Shopify knows of a sale that we had not heard of. Our rows may have, meanwhile.
  const again = await listAgain(run, stale);
  await writeShelves(
    run,
    again.map((shelf) => ({ ...shelf, isStale: true })),
    tries + 1,
  );
}

function listAgain({ ctx, mode, settings }: StockRun, shelves: readonly Shelf[]): Promise<readonly Shelf[]> {
  const idsOf = (kind: Shelf["kind"]) => shelves.filter((each) => each.kind === kind).map(({ id }) => id);
  const ids = { listingVariantIds: idsOf("variant"), linkIds: idsOf("link") };
  return listShelvesOf(ctx.db, { shopId: ctx.shop.id, mode }, settings, ids);
}

/** Returns what stands elsewhere than believed; what is gone or refused is named, and all the others stand. */
async function writeBatch(run: StockRun, batch: readonly PlannedShelf[]): Promise<readonly Shelf[]> {
  const byItem = new Map(batch.map((each) => [each.shelf.inventoryItemGid, each]));
  const { staleIds, goneIds, refused } = await setQuantities(run.ctx.admin, {
    locationId: run.locationGid,
    changes: batch.map(({ shelf, quantity, from }) => {
      return { inventoryItemId: shelf.inventoryItemGid, quantity, changeFrom: from };
    }),
    keyOf: (changes) =>
      keyOf(
        run,
        changes.flatMap(({ inventoryItemId }) => byItem.get(inventoryItemId) ?? []),
      ),
    beforeSend: async () => {
      await requireLease(run.ctx.db, run.claim);
      failpoint("T1");
    },
    afterSend: () => failpoint("T2"),
  });
  const words = new Map(refused.map((each) => [each.inventoryItemId, each.words]));
  const shelvesOf = (isIn: (id: string) => boolean) =>
    batch.map(({ shelf }) => shelf).filter(({ inventoryItemGid }) => isIn(inventoryItemGid));
  const left = new Set([...staleIds, ...goneIds, ...words.keys()]);
  await saveShelves(
    run,
    batch.filter(({ shelf }) => !left.has(shelf.inventoryItemGid)),
  );
  await saveGone(
    run,
    shelvesOf((id) => goneIds.includes(id)),
  );
  const refusedShelves = shelvesOf((id) => words.has(id));
  await saveRefused(
    run,
    refusedShelves.map((shelf) => ({ shelf, words: words.get(shelf.inventoryItemGid) ?? "" })),
  );
  return shelvesOf((id) => staleIds.includes(id));
}

/**
 * The same change for the same reason has the same key, so that a repeat after a lost answer changes nothing more. The
 * moment it came due is part of it: the same numbers for another reason, later on, are another change.
 */
function keyOf({ locationGid }: StockRun, batch: readonly PlannedShelf[]): string {
  const content = batch.map(({ shelf, quantity, from }) => [
    ...[shelf.inventoryItemGid, quantity, from],
    shelf.dueAt.getTime(),
  ]);
  const hash = createHash("sha256").update(JSON.stringify([locationGid, content]));
  return `stock/${hash.digest("hex").slice(0, 40)}`;
}
