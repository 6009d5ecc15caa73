import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { planAvailable } from "#app/domain/catalog/plan-available.ts";
import {
  breakEvenRefusals,
  estimateShipping,
  planMargin,
  priceForMargin,
} from "#app/domain/catalog/pricing/margin.ts";
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
    [
      "never offers more than Shopify takes",
      { serviceStock: 2_000_000_000, buffer: 0, committed: 0, placed: 0 },
      1_000_000,
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

const outlook = (pricePkr: number, wholesalePkr: number, shippingPkr: number) =>
  planMargin({
    pricePkr: rupees(pricePkr),
    wholesalePkr: rupees(wholesalePkr),
    shippingPkr: rupees(shippingPkr),
  });

describe("planMargin", () => {
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

describe("breakEvenRefusals", () => {
  it("is gain over gain plus loss, as worked out by hand", () => {
    expect(breakEvenRefusals(outlook(1800, 1000, 200))).toBe(606);
    expect(breakEvenRefusals(outlook(1100, 1000, 200))).toBe(0);
  });
});

describe("priceForMargin", () => {
  it("is the lowest price that leaves the margin", () => {
    const facts = { wholesalePkr: rupees(1000), shippingPkr: rupees(200) };
    fc.assert(
      fc.property(fc.nat({ max: 50_000 }), (marginPkr) => {
        const price = priceForMargin(marginPkr, facts);
        expect(planMargin({ ...facts, pricePkr: price }).deliveredPkr).toBeGreaterThanOrEqual(marginPkr);
        expect(planMargin({ ...facts, pricePkr: rupees(price - 1) }).deliveredPkr).toBeLessThan(marginPkr);
      }),
    );
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
