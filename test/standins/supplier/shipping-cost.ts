import type { Product, World } from "./state.ts";

type Weighed = { product: Product; quantity: number };

/**
 * Rupees charged for one parcel: its band by total weight plus the city's surcharge.
 * Products with free delivery weigh nothing here; a parcel of only such products costs nothing.
 */
export function parcelShippingCost(world: World, items: readonly Weighed[], city: string | null): number {
  const charged = items.filter(({ product }) => !product.freeShipping);
  if (charged.length === 0) return 0;
  const { defaultShippingCost } = world.terms;
  const unknown = charged.some(({ product }) => product.weightKg === null);
  const byWeight = costOfGrams(world, gramsOf(charged));
  const surcharge = city === null ? 0 : surchargeOf(world, city);
  if (!unknown) return byWeight + surcharge;
  const atLeast = world.undefinedBehaviour.unknownWeight === "at_least_default_cost";
  return (atLeast ? Math.max(defaultShippingCost, byWeight) : defaultShippingCost) + surcharge;
}

function gramsOf(items: readonly Weighed[]): number {
  return items.reduce(
    (sum, item) => sum + Math.round((item.product.weightKg ?? 0) * 1000) * item.quantity,
    0,
  );
}

function costOfGrams(world: World, grams: number): number {
  const { bands, perKgAbove } = world.terms.shippingRates;
  const band = bands.find(({ upToKg }) => grams <= upToKg * 1000);
  if (band !== undefined) return band.cost;
  const last = bands.at(-1) ?? { upToKg: 0, cost: 0 };
  const kgAbove = (grams - last.upToKg * 1000) / 1000;
  return last.cost + Math.round(perKgAbove * roundKg(world, kgAbove));
}

function roundKg(world: World, kg: number): number {
  switch (world.undefinedBehaviour.kgAboveRounding) {
    case "ceil":
      return Math.ceil(kg);
    case "floor":
      return Math.floor(kg);
    case "proportional":
      return kg;
  }
}

function surchargeOf(world: World, city: string): number {
  const wanted = city.trim().toLowerCase();
  const found = Object.entries(world.terms.citySurcharges).find(([name]) => name.toLowerCase() === wanted);
  return found?.[1] ?? 0;
}
