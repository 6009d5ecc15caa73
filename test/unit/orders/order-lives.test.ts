import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PRESETS } from "#test/standins/supplier/undefined-behaviour.ts";
import { type Fate, goods, type LifeSeed, openService, playOrderLife } from "./play-order-life.ts";

/** Of the 10,000 each preset plays a third. */
const LIVES = 3_334;

const fates: readonly Fate[] = [
  ...(["left", "shipped", "kept", "kept", "returned", "returned_late"] as const),
  ...(["refused", "refused", "cancelled", "lapsed"] as const),
];

const life: fc.Arbitrary<LifeSeed> = fc.record({
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

describe("random order lives", () => {
  it.each(Object.keys(PRESETS) as (keyof typeof PRESETS)[])(
    "bring what ledger and customer's money say, to the rupee, when the service is %s",
    { timeout: 60_000 },
    async (preset) => {
      const world = openService(preset);
      const counts = { not_placed: 0, known: 0, unknown: 0 };
      await fc.assert(
        fc.asyncProperty(life, async (seed) => {
          const outcome = await playOrderLife(world, seed);
          if (outcome.kind === "not_placed") counts.not_placed += 1;
          else counts[outcome.known ? "known" : "unknown"] += 1;
          if (outcome.kind === "lived" && outcome.flaw !== null) throw new Error(outcome.flaw);
        }),
        { numRuns: LIVES, seed: 20_261_123 },
      );
      expect(counts.known).toBeGreaterThan(LIVES / 2);
      expect(counts.unknown).toBeGreaterThan(LIVES / 50);
    },
  );
});
