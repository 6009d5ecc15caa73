import { LEVELS_PER_READ, readStockLevels } from "#app/shopify/operations/inventory/read-stock-levels.ts";
import {
  loadKnownCommittedUnits,
  loadUnitsNotInSupplierStock,
} from "./load-units-not-in-supplier-stock.server.ts";
import type { PlannedStockedItem } from "./plan-batches.ts";
import type { StockRun } from "./stock-run.server.ts";
import {
  isEditedByHand,
  isQuantityKnown,
  type Level,
  planObservedQuantity,
  planQuantity,
  type StockedItem,
  type UnitsNotInSupplierStock,
} from "./stocked-item.ts";

export type StockedItemPlans = {
  readonly planned: readonly PlannedStockedItem[];
  /** Shopify does not know these items any more. */
  readonly gone: readonly StockedItem[];
  readonly edited: readonly EditedStockedItem[];
};

/** A quantity that somebody set by hand to `found`, or that stays low because they did so before. */
export type EditedStockedItem = {
  readonly item: StockedItem;
  readonly foundQuantity: number;
  /** What we would show. */
  readonly plannedQuantity: number;
  readonly isEdited: boolean;
  readonly isLeft: boolean;
};

/**
 * The quantity each stocked item is to have. Shopify is asked only for what an order has moved since our last write, or whose
 * quantity there is not known: three points an item, where a whole list is written for about ten.
 */
export async function planStockedItems(
  run: StockRun,
  items: readonly StockedItem[],
): Promise<StockedItemPlans> {
  const toRead = items.filter((item) => !isQuantityKnown(item));
  // In this order: an order noted in between is then counted twice for a moment, and never not at all.
  const known = await loadKnownCommittedUnits(
    run.ctx.db,
    run.ctx.shop.id,
    toRead.flatMap(({ variantGid }) => variantGid ?? []),
  );
  const unitsNotInSupplierStock = await loadUnitsNotInSupplierStockOf(run, items);
  const levels = await readLevels(run, toRead);
  const planned: PlannedStockedItem[] = [];
  const gone: StockedItem[] = [];
  const edited: EditedStockedItem[] = [];
  for (const item of items) {
    const sold = unitsNotInSupplierStock(item);
    const level = levels.get(item.inventoryItemGid);
    if (isQuantityKnown(item)) {
      const quantity = planQuantity(item, sold) ?? item.pushed;
      planned.push({ item, quantity, from: item.pushed, isUnsettled: false });
    } else if (level === undefined) gone.push(item);
    else {
      const observed = planObservedItem(item, {
        level,
        sold,
        knownCommittedUnits: (item.variantGid === null ? undefined : known.get(item.variantGid)) ?? 0,
      });
      planned.push(observed.planned);
      if (observed.edited) edited.push(observed.edited);
    }
  }
  return { planned, gone, edited };
}

type ObservedItem = {
  readonly level: Level;
  readonly sold: readonly UnitsNotInSupplierStock[];
  /** Units our rows know to stand committed there. */
  readonly knownCommittedUnits: number;
};

/** The quantity of a stocked item of which Shopify was asked. */
function planObservedItem(
  item: StockedItem,
  { level, sold, knownCommittedUnits }: ObservedItem,
): { readonly planned: PlannedStockedItem; readonly edited: EditedStockedItem | null } {
  const isEdited = isEditedByHand(item, level, knownCommittedUnits);
  // Whoever sets it anew by hand ends what was requested before.
  const quantityBeforeOrders = planQuantity(isEdited ? withoutCap(item) : item, sold);
  const plannedQuantity =
    planObservedQuantity(quantityBeforeOrders, level, knownCommittedUnits) ?? level.available;
  const isLeft = staysLow(item, isEdited) && level.available < plannedQuantity;
  const quantity = isLeft ? level.available : plannedQuantity;
  const planned = {
    item,
    quantity,
    from: level.available,
    isUnsettled: level.committed > knownCommittedUnits,
  };
  const edited = { item, foundQuantity: level.available, plannedQuantity, isEdited, isLeft };
  return { planned, edited: isEdited || isLeft ? edited : null };
}

function withoutCap(item: StockedItem): StockedItem {
  return { ...item, policy: { ...item.policy, cap: null } };
}

/**
 * What the merchant set low by hand stays so, and sells down from there. Where we have written nothing yet, as at a location
 * that is new, what stands there tells of no sale.
 */
function staysLow({ policy, pushed }: StockedItem, isEdited: boolean): boolean {
  return policy.leavesEdits && (isEdited || (policy.cap !== null && pushed !== null));
}

async function loadUnitsNotInSupplierStockOf(
  { ctx, mode }: StockRun,
  items: readonly StockedItem[],
): Promise<(item: StockedItem) => readonly UnitsNotInSupplierStock[]> {
  const parts = items.flatMap(({ parts }) => parts);
  const oldest = Math.min(...parts.map(({ stockAt }) => stockAt.getTime()), ctx.clock.now().getTime());
  const variantIds = [...new Set(parts.map(({ supplierVariantId }) => supplierVariantId))];
  const place = { shopId: ctx.shop.id, mode };
  const found = await loadUnitsNotInSupplierStock(ctx.db, place, variantIds, new Date(oldest));
  const byVariant = Map.groupBy(found, ({ supplierVariantId }) => supplierVariantId);
  return (item) => item.parts.flatMap((part) => byVariant.get(part.supplierVariantId) ?? []);
}

async function readLevels(
  { ctx, locationGid }: StockRun,
  items: readonly StockedItem[],
): Promise<ReadonlyMap<string, Level>> {
  const levels = new Map<string, Level>();
  const gids = items.map(({ inventoryItemGid }) => inventoryItemGid);
  for (let from = 0; from < gids.length; from += LEVELS_PER_READ) {
    const inventoryItemIds = gids.slice(from, from + LEVELS_PER_READ);
    const read = await readStockLevels(ctx.admin, { inventoryItemIds, locationId: locationGid });
    for (const level of read) levels.set(level.inventoryItemId, level);
  }
  return levels;
}
