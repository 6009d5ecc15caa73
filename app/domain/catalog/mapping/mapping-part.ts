import { type Rupees, rupees, sumRupees } from "#app/domain/money/rupees.ts";
import type { SupplierProductId, SupplierVariantId } from "#app/platform/ids.ts";

/** So many units of one of the service's variants in one unit of a Shopify variant. Amounts in rupees. */
export type MappingPart = {
  readonly supplierProductId: SupplierProductId;
  readonly supplierVariantId: SupplierVariantId;
  readonly supplierStoreId: string | null;
  readonly title: string;
  readonly sku: string | null;
  readonly quantity: number;
  readonly wholesalePkr: Rupees;
  readonly minResalePkr: Rupees;
  readonly stock: number;
  /** Since when that figure counts; absent where it was read for this very mapping. */
  readonly stockAt?: Date;
  /** When the service said what it costs; absent as above, null where it did not say. */
  readonly reportedAt?: Date | null;
};

/** A request holds 50 items of at most 100 units (API document, "Limits"); a bundle must leave room for others. */
export const MOST_PARTS = 10;
export const MOST_UNITS = 100;

/** The least one unit may sell for: each part at its own minimum (R32). */
export function minimumOfParts(parts: readonly Pick<MappingPart, "minResalePkr" | "quantity">[]): Rupees {
  return sumRupees(parts.map(({ minResalePkr, quantity }) => rupees(minResalePkr * quantity)));
}

/** What one unit costs at the supplier. */
export function costOfParts(parts: readonly Pick<MappingPart, "wholesalePkr" | "quantity">[]): Rupees {
  return sumRupees(parts.map(({ wholesalePkr, quantity }) => rupees(wholesalePkr * quantity)));
}

/** How many units can be put together of what the service has (R32). */
export function stockOfParts(parts: readonly Pick<MappingPart, "stock" | "quantity">[]): number {
  if (parts.length === 0) return 0;
  return Math.max(0, Math.min(...parts.map(({ stock, quantity }) => Math.floor(stock / quantity))));
}

export function isBundle(parts: readonly Pick<MappingPart, "quantity">[]): boolean {
  return parts.length > 1 || parts.some(({ quantity }) => quantity > 1);
}

type CheckedParts = Pick<
  MappingPart,
  "supplierProductId" | "supplierVariantId" | "supplierStoreId" | "quantity"
>;

/** Why these parts cannot be what one unit is made of, as the merchant reads it; null when they can. */
export function findPartsRefusal(parts: readonly CheckedParts[]): string | null {
  if (parts.length === 0) return "Choose at least one of the supplier's products.";
  if (parts.length > MOST_PARTS) return `A bundle may have up to ${MOST_PARTS} different parts.`;
  if (parts.some(({ quantity }) => !Number.isInteger(quantity) || quantity < 1 || quantity > MOST_UNITS))
    return `A part's quantity is a whole number from 1 to ${MOST_UNITS}.`;
  const variants = new Set(parts.map(({ supplierVariantId }) => supplierVariantId));
  if (variants.size < parts.length) return "The same part stands there twice. Give it once, with a quantity.";
  return shipsInOneParcel(parts)
    ? null
    : "These parts come from different supplier stores, so they would come in different parcels. A bundle's parts must come from one store.";
}

/** One store, or where the service names none, one product: only then is it sure to be one parcel (R11). */
function shipsInOneParcel(parts: readonly CheckedParts[]): boolean {
  if (new Set(parts.map(({ supplierProductId }) => supplierProductId)).size === 1) return true;
  const stores = new Set(parts.map(({ supplierStoreId }) => supplierStoreId));
  return stores.size === 1 && !stores.has(null);
}
