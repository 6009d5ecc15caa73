import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { planAvailable } from "#app/domain/catalog/plan-available.ts";
import { estimateShipping, planMargin, planPrice } from "#app/domain/catalog/plan-price.ts";
import { rupees } from "#app/domain/orders/money/rupees.ts";

describe("planAvailable", () => {
  it.each([
    ["offers what the service has", { serviceStock: 10, buffer: 0, committed: 0, placed: 0 }, 10],
    ["keeps the buffer back", { serviceStock: 10, buffer: 3, committed: 0, placed: 0 }, 7],
    [
      "takes off what is sold and not yet placed",
      { serviceStock: 10, buffer: 0, committed: 4, placed: 0 },
      6,
    ],
    [
      "does not take off what the service has counted",
      { serviceStock: 6, buffer: 0, committed: 4, placed: 4 },
      6,
    ],
    [
      "ignores placed units that are no longer committed",
      { serviceStock: 6, buffer: 0, committed: 1, placed: 4 },
      6,
    ],
    ["never offers less than nothing", { serviceStock: 2, buffer: 1, committed: 5, placed: 0 }, 0],
  ])("%s", (_, facts, expected) => {
    expect(planAvailable(facts)).toBe(expected);
  });

  it("never offers more than the service has", () => {
    const units = fc.nat({ max: 1000 });
    const facts = fc.record({ serviceStock: units, buffer: units, committed: units, placed: units });
    fc.assert(
      fc.property(facts, (each) => planAvailable(each) <= each.serviceStock && planAvailable(each) >= 0),
    );
  });
});

describe("planPrice", () => {
  it.each([
    ["the suggested price", 1600, 1200, 1600],
    ["the lowest allowed when less is suggested", 1100, 1200, 1200],
    ["the lowest allowed when nothing is suggested", null, 1200, 1200],
    ["the cost when neither is known", undefined, undefined, 1000],
  ])("starts at %s", (_, suggested, lowest, expected) => {
    const facts = {
      wholesalePrice: rupees(1000),
      suggestedPrice: suggested == null ? suggested : rupees(suggested),
      minResalePrice: lowest == null ? lowest : rupees(lowest),
    };
    expect(planPrice(facts)).toBe(expected);
  });
});

describe("planMargin", () => {
  const outlook = (pricePkr: number, wholesalePkr: number, shippingPkr: number) =>
    planMargin({
      pricePkr: rupees(pricePkr),
      wholesalePkr: rupees(wholesalePkr),
      shippingPkr: rupees(shippingPkr),
    });

  it("takes the fee off the margin, and both ways off a refusal", () => {
    expect(outlook(1800, 1000, 200)).toEqual({ deliveredPkr: 540, refusedPkr: -350 });
  });

  it("charges no fee on a loss", () => {
    expect(outlook(1100, 1000, 200)).toEqual({ deliveredPkr: -100, refusedPkr: -350 });
  });

  it("rounds the fee against the merchant", () => {
    expect(outlook(1205, 1000, 200).deliveredPkr).toBe(4);
  });
});

describe("estimateShipping", () => {
  it("is nothing when the supplier ships free, else the estimate, else the default", () => {
    expect(estimateShipping({ required: false, estimate: rupees(150) })).toBe(0);
    expect(estimateShipping({ required: true, estimate: rupees(150) })).toBe(150);
    expect(estimateShipping({ estimate: null })).toBe(200);
    expect(estimateShipping(null)).toBe(200);
  });
});
