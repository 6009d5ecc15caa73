import { parcelShippingCost } from "./shipping-cost.ts";
import type { Catalog, Product, Variant, World } from "./state.ts";

export type Picked = { product: Product; variant: Variant; quantity: number };

export type ParcelPlan<T extends Picked = Picked> = {
  storeId: string;
  items: T[];
  weightKg: number | null;
  shippingCost: number;
  returnShippingCost: number;
};

/** Items grouped by store, in the order the stores first appear; each group is one parcel with its cost. */
export function planParcels<T extends Picked>(
  world: World,
  items: readonly T[],
  city: string,
): ParcelPlan<T>[] {
  const stores = new Map<string, T[]>();
  for (const item of items) {
    stores.set(item.product.storeId, [...(stores.get(item.product.storeId) ?? []), item]);
  }
  return [...stores].map(([storeId, parcelItems]) => ({
    storeId,
    items: parcelItems,
    weightKg: weightOf(parcelItems),
    shippingCost: parcelShippingCost(world, parcelItems, city),
    returnShippingCost: world.terms.returnShippingCost,
  }));
}

function weightOf(items: readonly Picked[]): number | null {
  if (items.some(({ product }) => product.weightKg === null)) return null;
  const grams = items.reduce(
    (sum, item) => sum + Math.round((item.product.weightKg ?? 0) * 1000) * item.quantity,
    0,
  );
  return grams / 1000;
}

/** A variant that can be ordered now, with its product; null when unknown or withdrawn. */
export function findSellable(
  catalog: Catalog,
  variantId: string,
): { product: Product; variant: Variant } | null {
  const variant = catalog.variants.get(variantId);
  const product = variant === undefined ? undefined : catalog.products.get(variant.productId);
  if (variant === undefined || product === undefined || product.removed) return null;
  return { product, variant };
}
