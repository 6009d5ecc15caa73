import { planAvailable } from "#app/domain/stock-work/plan-available.ts";
import type {
  InventoryItemGid,
  ListingId,
  StockedItemId,
  SupplierVariantId,
  VariantGid,
} from "#app/platform/ids.ts";

/** A variant of the service that stands behind one of Shopify's, and how many of it one unit takes. */
export type StockedComponent = {
  readonly supplierVariantId: SupplierVariantId;
  readonly perUnit: number;
  readonly stock: number;
  /** Since when that figure counts, by the service's clock. */
  readonly stockAt: Date;
};

/** An item of Shopify at our location whose quantity we keep. */
export type StockedItem = {
  /** Of our row. */
  readonly id: StockedItemId;
  /** Null: a person linked it. */
  readonly listingId: ListingId | null;
  readonly variantGid: VariantGid | null;
  readonly inventoryItemGid: InventoryItemGid;
  /** What stands in Shopify by our last accepted write; null while that is not known. */
  readonly pushed: number | null;
  /** It may stand, or stands, elsewhere than we wrote it, and no order of ours has moved it. */
  readonly isStale: boolean;
  readonly movedAt: Date | null;
  readonly dueAt: Date;
  readonly parts: readonly StockedComponent[];
  readonly policy: StockPolicy;
  /** Nobody may buy it, however many there are: it is not offered any more, or its price no longer pays. */
  readonly isWithheld: boolean;
};

export type StockPolicy = {
  /** Units kept back of each variant. */
  readonly buffer: number;
  /** No more than so many are shown, by the merchant's own setting; null: as many as there are. */
  readonly cap: number | null;
  /** A quantity the merchant set lower by hand stays. */
  readonly leavesEdits: boolean;
  /** It stays on sale with nothing left: orders then wait. */
  readonly keepsSelling: boolean;
};

/** A stocked item whose quantity in Shopify is believed to be known. */
type KnownStockedItem = StockedItem & { readonly pushed: number };

/** Whether it can be written without asking Shopify first. */
export function isQuantityKnown(item: StockedItem): item is KnownStockedItem {
  return item.pushed !== null && item.movedAt === null && !item.isStale;
}

/** Units sold in Shopify that the service's figure does not know of. */
export type UnitsNotInSupplierStock = {
  readonly supplierVariantId: SupplierVariantId;
  readonly units: number;
  /** When the service took them, by its clock: a later figure is without them. Null: it has not, or may not have. */
  readonly takenAt: Date | null;
};

/** What Shopify says stands at our location. */
export type Level = { readonly available: number; readonly committed: number };

/**
 * Units to show (R43): of the scarcest part, what the service has, less the buffer, less what was sold here and is not in
 * its figure yet. Null: what stands there is left as it is.
 */
export function planQuantity(
  item: Pick<StockedItem, "parts" | "policy" | "isWithheld">,
  unitsNotInSupplierStock: readonly UnitsNotInSupplierStock[],
): number | null {
  if (item.isWithheld) return 0;
  const { buffer, cap, keepsSelling } = item.policy;
  const units = item.parts.map((part) => {
    const { stock: serviceStock, perUnit } = part;
    const sold = countUnitsNotInSupplierStock(part, unitsNotInSupplierStock);
    return Math.floor(planAvailable({ serviceStock, buffer, sold }) / perUnit);
  });
  const planned = units.length === 0 ? 0 : Math.min(...units);
  if (planned === 0 && keepsSelling) return null;
  return cap === null ? planned : Math.min(cap, planned);
}

function countUnitsNotInSupplierStock(
  part: StockedComponent,
  unitsNotInSupplierStock: readonly UnitsNotInSupplierStock[],
): number {
  return unitsNotInSupplierStock
    .filter(({ supplierVariantId }) => supplierVariantId === part.supplierVariantId)
    .filter(({ takenAt }) => takenAt === null || takenAt > part.stockAt)
    .reduce((sum, { units }) => sum + units, 0);
}

/**
 * Whether somebody set it by hand: it stands elsewhere than we wrote it, and neither an order we know nor one that only
 * Shopify knows has moved it.
 */
export function isEditedByHand(item: StockedItem, level: Level, knownCommittedUnits: number): boolean {
  if (item.pushed === null || item.movedAt !== null || level.committed > knownCommittedUnits) return false;
  return level.available !== item.pushed;
}

/** The same once Shopify was asked: an order that it knows and we do not yet is not offered again. */
export function planObservedQuantity(
  planned: number | null,
  level: Level,
  knownCommittedUnits: number,
): number | null {
  if (planned === null) return null;
  return Math.max(0, planned - Math.max(0, level.committed - knownCommittedUnits));
}
