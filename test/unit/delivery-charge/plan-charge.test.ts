import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { MixedCartChoice } from "#app/domain/delivery-charge/mixed-cart-choice.ts";
import { type CartLine, type CartPart, planCharge } from "#app/domain/delivery-charge/plan-charge.ts";
import { type Tariff, toTariff } from "#app/domain/delivery-charge/tariff.ts";
import { rupees } from "#app/domain/money/rupees.ts";

const documented = toTariff([], { defaultPkr: rupees(200), defaultSeenAt: null });
const withCities: Tariff = {
  ...documented,
  surcharges: new Map([
    ["quetta", rupees(80)],
    ["karachi", rupees(-60)],
  ]),
};
const own: CartLine = { quantity: 1, parts: [] };

function charge(
  lines: readonly CartLine[],
  { tariff = withCities, cityKey = null as string | null, whenMixed = "ours_only" as MixedCartChoice } = {},
) {
  const policy = { whenMixed, fallbackPkr: rupees(250) };
  return planCharge({ lines, cityKey, tariff, policy })?.pkr ?? null;
}

function line(part: Partial<CartPart> = {}, quantity = 1): CartLine {
  return { quantity, parts: [{ storeId: "lahore", grams: 400, quantity: 1, isFree: false, ...part }] };
}

describe("what delivery of a cart is charged", () => {
  it.each([
    ["up to half a kilogram", [line({ grams: 500 })], 150],
    ["just above it", [line({ grams: 501 })], 200],
    ["two lines of one store, weighed together", [line(), line({ grams: 700 })], 250],
    ["two stores, each for itself", [line(), line({ storeId: "karachi" })], 300],
    ["two of an unknown store, together", [line({ storeId: null }), line({ storeId: null })], 200],
    ["three of a line", [line({}, 3)], 250],
    ["a bundle of three", [line({ quantity: 3 })], 250],
    ["a kilogram begun above the last band", [line({ grams: 10_001 })], 530],
    ["three whole kilograms above it", [line({ grams: 13_000 })], 590],
    ["a weight nobody knows", [line({ grams: null })], 200],
    ["one nobody knows beside two kilograms", [line({ grams: null }), line({ grams: 2000 })], 250],
    ["goods that are delivered free", [line({ isFree: true, grams: 9000 })], 0],
    ["those beside others, which they add nothing to", [line({ isFree: true, grams: 9000 }), line()], 150],
  ])("of %s", (_what, lines, expected) => {
    expect(charge(lines)).toBe(expected);
  });

  it("adds what a city costs more to each parcel, and takes off what it costs less, never below nothing", () => {
    const twoParcels = [line(), line({ storeId: "karachi" })];
    expect(charge(twoParcels, { cityKey: "quetta" })).toBe(460);
    expect(charge(twoParcels, { cityKey: "karachi" })).toBe(180);
    expect(charge([line({ isFree: true })], { cityKey: "quetta" })).toBe(0);
    const cheap = { ...withCities, surcharges: new Map([["quetta", rupees(-900)]]) };
    expect(charge([line()], { cityKey: "quetta", tariff: cheap })).toBe(0);
    expect(charge([line()], { cityKey: "gwadar" })).toBe(150);
  });

  it.each<[MixedCartChoice, number | null, number | null]>([
    ["ours_only", 150, null],
    ["add_fallback", 400, 250],
    ["no_rate", null, null],
  ])(
    "of a cart with the merchant's own goods, and of those alone, is as set: %s",
    (whenMixed, mixed, alone) => {
      expect(charge([line(), own], { whenMixed })).toBe(mixed);
      expect(charge([own], { whenMixed })).toBe(alone);
      expect(charge([line()], { whenMixed })).toBe(150);
      expect(charge([], { whenMixed })).toBeNull();
    },
  );
});

const parts = fc.record({
  storeId: fc.constantFrom("a", "b", null),
  grams: fc.option(fc.integer({ min: 1, max: 20_000 })),
  quantity: fc.integer({ min: 1, max: 5 }),
  isFree: fc.boolean(),
});
const carts = fc.array(
  fc.record({
    quantity: fc.integer({ min: 1, max: 9 }),
    parts: fc.array(parts, { minLength: 1, maxLength: 3 }),
  }),
  { minLength: 1, maxLength: 6 },
);

describe("whatever is in the cart", () => {
  it("is never charged less for more of it", () => {
    fc.assert(
      fc.property(carts, fc.nat(), (lines, at) => {
        const more = lines.map((each, index) =>
          index === at % lines.length ? { ...each, quantity: each.quantity + 1 } : each,
        );
        expect(charge(more)).toBeGreaterThanOrEqual(charge(lines) ?? 0);
      }),
    );
  });

  it("is charged the same in any order, and however a line is split", () => {
    fc.assert(
      fc.property(carts, (lines) => {
        const split = lines.flatMap((each) =>
          Array.from({ length: each.quantity }, () => ({ ...each, quantity: 1 })),
        );
        expect(charge(split.toReversed())).toBe(charge(lines));
      }),
    );
  });

  it("is whole rupees, and costs nothing only where all of it is delivered free", () => {
    fc.assert(
      fc.property(carts, (lines) => {
        const total = charge(lines) ?? -1;
        expect(Number.isSafeInteger(total)).toBe(true);
        expect(total === 0).toBe(lines.flatMap((each) => each.parts).every(({ isFree }) => isFree));
      }),
    );
  });
});
