import fc from "fast-check";
import { type Fate, goods, type LifeSeed } from "./play-order-life.ts";

const fates: readonly Fate[] = [
  ...(["left", "shipped", "kept", "kept", "returned", "returned_late"] as const),
  ...(["refused", "refused", "cancelled", "cancelled_confirmed", "cancelled_packed", "lapsed"] as const),
];

/** Any life an order may have: what is in it, how it is paid, under which terms, and what becomes of its parcels. */
export const anyLife: fc.Arbitrary<LifeSeed> = fc.record({
  payment: fc.constantFrom("COD", "PREPAID"),
  items: fc.array(
    fc.record({
      variantId: fc.constantFrom(...goods),
      quantity: fc.integer({ min: 1, max: 4 }),
      aboveMinimum: fc.integer({ min: 0, max: 900 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  shippingCharged: fc.integer({ min: 0, max: 400 }),
  feeBasis: fc.constantFrom("margin", "margin", "sale"),
  feePercent: fc.constantFrom(10, 10, 10, 0, 5, 7.5, 12),
  advance: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 900 })),
  ownGoods: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 5000 })),
  wallet: fc.constantFrom("full", "full", "empty_at_first", "empty"),
  fates: fc.array(fc.constantFrom(...fates), { minLength: 3, maxLength: 3 }),
  hears: fc.oneof(fc.constant([true]), fc.array(fc.boolean(), { minLength: 1, maxLength: 6 })),
  marking: fc.constantFrom("nobody", "karwan", "the_merchant"),
  refund: fc.record({
    percent: fc.constantFrom(0, 0, 10, 50, 100),
    how: fc.constantFrom("with_items", "money_only"),
  }),
});
