import { LEVELS_PER_READ, readStockLevels } from "#app/shopify/operations/read-stock-levels.ts";
import { loadStanding, loadUnaccepted } from "./load-unaccepted.server.ts";
import type { PlannedShelf } from "./plan-batches.ts";
import {
  isCalm,
  isEditedByHand,
  type Level,
  planReadShelf,
  planShelf,
  type Shelf,
  type Unaccepted,
} from "./shelf.ts";
import type { StockRun } from "./stock-run.server.ts";

export type PlannedShelves = {
  readonly planned: readonly PlannedShelf[];
  /** Shopify does not know these items any more. */
  readonly gone: readonly Shelf[];
  readonly edited: readonly EditedShelf[];
};

/** A quantity that somebody set by hand to `found`, or that stays low because they did so before. */
export type EditedShelf = {
  readonly shelf: Shelf;
  readonly found: number;
  /** What we would show. */
  readonly wanted: number;
  readonly isEdited: boolean;
  readonly isLeft: boolean;
};

/**
 * What is to stand on each shelf. Shopify is asked only for what an order has moved since our last write, or whose
 * quantity there is not known: three points an item, where a whole list is written for about ten.
 */
export async function planShelves(run: StockRun, shelves: readonly Shelf[]): Promise<PlannedShelves> {
  const toRead = shelves.filter((shelf) => !isCalm(shelf));
  // In this order: an order noted in between is then counted twice for a moment, and never not at all.
  const known = await loadStanding(
    run.ctx.db,
    run.ctx.shop.id,
    toRead.flatMap(({ variantGid }) => variantGid ?? []),
  );
  const unaccepted = await loadUnacceptedOf(run, shelves);
  const levels = await readLevels(run, toRead);
  const planned: PlannedShelf[] = [];
  const gone: Shelf[] = [];
  const edited: EditedShelf[] = [];
  for (const shelf of shelves) {
    const sold = unaccepted(shelf);
    const level = levels.get(shelf.inventoryItemGid);
    if (isCalm(shelf)) {
      const quantity = planShelf(shelf, sold) ?? shelf.pushed;
      planned.push({ shelf, quantity, from: shelf.pushed, isUnsettled: false });
    } else if (level === undefined) gone.push(shelf);
    else {
      const judged = judgeRead(shelf, { level, sold, standing: known.get(shelf.variantGid ?? "") ?? 0 });
      planned.push(judged.planned);
      if (judged.edited) edited.push(judged.edited);
    }
  }
  return { planned, gone, edited };
}

type Read = {
  readonly level: Level;
  readonly sold: readonly Unaccepted[];
  /** Units our rows know to stand committed there. */
  readonly standing: number;
};

/** What is to stand on a shelf of which Shopify was asked. */
function judgeRead(
  shelf: Shelf,
  { level, sold, standing }: Read,
): { readonly planned: PlannedShelf; readonly edited: EditedShelf | null } {
  const isEdited = isEditedByHand(shelf, level, standing);
  // Whoever sets it anew by hand ends what was wished before.
  const wished = planShelf(isEdited ? withoutCap(shelf) : shelf, sold);
  const wanted = planReadShelf(wished, level, standing) ?? level.available;
  const isLeft = staysLow(shelf, isEdited) && level.available < wanted;
  const quantity = isLeft ? level.available : wanted;
  const planned = { shelf, quantity, from: level.available, isUnsettled: level.committed > standing };
  const edited = { shelf, found: level.available, wanted, isEdited, isLeft };
  return { planned, edited: isEdited || isLeft ? edited : null };
}

function withoutCap(shelf: Shelf): Shelf {
  return { ...shelf, policy: { ...shelf.policy, cap: null } };
}

/** What the merchant set low by hand stays so, and sells down from there. */
function staysLow({ policy }: Shelf, isEdited: boolean): boolean {
  return policy.leavesEdits && (isEdited || policy.cap !== null);
}

async function loadUnacceptedOf(
  { ctx, mode }: StockRun,
  shelves: readonly Shelf[],
): Promise<(shelf: Shelf) => readonly Unaccepted[]> {
  const parts = shelves.flatMap((shelf) => shelf.parts);
  const oldest = Math.min(...parts.map(({ stockAt }) => stockAt.getTime()), ctx.clock.now().getTime());
  const variantIds = [...new Set(parts.map(({ supplierVariantId }) => supplierVariantId))];
  const place = { shopId: ctx.shop.id, mode };
  const found = await loadUnaccepted(ctx.db, place, variantIds, new Date(oldest));
  const byVariant = Map.groupBy(found, ({ supplierVariantId }) => supplierVariantId);
  return (shelf) => shelf.parts.flatMap((part) => byVariant.get(part.supplierVariantId) ?? []);
}

async function readLevels(
  { ctx, locationGid }: StockRun,
  shelves: readonly Shelf[],
): Promise<ReadonlyMap<string, Level>> {
  const levels = new Map<string, Level>();
  const gids = shelves.map(({ inventoryItemGid }) => inventoryItemGid);
  for (let from = 0; from < gids.length; from += LEVELS_PER_READ) {
    const inventoryItemIds = gids.slice(from, from + LEVELS_PER_READ);
    const read = await readStockLevels(ctx.admin, { inventoryItemIds, locationId: locationGid });
    for (const level of read) levels.set(level.inventoryItemId, level);
  }
  return levels;
}
