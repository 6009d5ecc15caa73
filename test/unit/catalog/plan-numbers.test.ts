import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rupees } from "#app/domain/money/rupees.ts";
import {
  breakEvenRefusals,
  estimateShipping,
  planMargin,
  priceForMargin,
} from "#app/domain/policy/pricing/margin.ts";
import { anyTerms, buildTerms } from "./build-terms.ts";

const projection = (pricePkr: number, wholesalePkr: number, shippingPkr: number, terms = buildTerms()) =>
  planMargin({
    pricePkr: rupees(pricePkr),
    wholesalePkr: rupees(wholesalePkr),
    shippingPkr: rupees(shippingPkr),
    terms,
  });

describe("planMargin", () => {
  it("takes the fee off the margin, and both ways off a refusal", () => {
    expect(projection(1800, 1000, 200)).toEqual({ deliveredPkr: 540, refusedPkr: -350 });
  });

  it("charges no fee on a loss", () => {
    expect(projection(1100, 1000, 200)).toEqual({ deliveredPkr: -100, refusedPkr: -350 });
  });

  it("rounds the fee against the merchant", () => {
    expect(projection(1205, 1000, 200).deliveredPkr).toBe(4);
  });

  it("follows the terms it is given", () => {
    const reported = buildTerms({ feePercent: 12.5, returnShippingPkr: rupees(220) });
    expect(projection(1800, 1000, 200, reported)).toEqual({ deliveredPkr: 525, refusedPkr: -420 });
    expect(projection(1800, 1000, 200, buildTerms({ feePercent: 0 })).deliveredPkr).toBe(600);
  });

  it("takes a sale fee off what the items sell for, without their delivery, and none on a loss", () => {
    const sale = buildTerms({ feeBasis: "sale", feePercent: 5 });
    expect(projection(1600, 1000, 200, sale).deliveredPkr).toBe(320);
    const charged = { pricePkr: rupees(1600), wholesalePkr: rupees(1000), shippingPkr: rupees(200) };
    // Money example 12: the customer pays Rs 200 of delivery besides.
    expect(planMargin({ ...charged, chargedPkr: rupees(200), terms: sale }).deliveredPkr).toBe(520);
    expect(projection(1200, 1000, 200, sale).deliveredPkr).toBe(0);
  });

  it("reckons a percent with decimals exactly", () => {
    // 1,000 × 7.7 % is 77.00000000000001 in binary fractions.
    expect(projection(2200, 1000, 200, buildTerms({ feePercent: 7.7 })).deliveredPkr).toBe(923);
  });
});

describe("breakEvenRefusals", () => {
  it("is gain over gain plus loss, as worked out by hand", () => {
    expect(breakEvenRefusals(projection(1800, 1000, 200))).toBe(606);
    expect(breakEvenRefusals(projection(1100, 1000, 200))).toBe(0);
  });
});

describe("priceForMargin", () => {
  it("is the lowest price that leaves the margin", () => {
    fc.assert(
      fc.property(fc.nat({ max: 50_000 }).map(rupees), anyTerms, (marginPkr, terms) => {
        const facts = { wholesalePkr: rupees(1000), shippingPkr: rupees(200), terms };
        const price = priceForMargin(marginPkr, facts);
        expect(planMargin({ ...facts, pricePkr: price }).deliveredPkr).toBeGreaterThanOrEqual(marginPkr);
        expect(planMargin({ ...facts, pricePkr: rupees(price - 1) }).deliveredPkr).toBeLessThan(marginPkr);
        // Dearer never leaves less, though a sale fee begins with the first rupee of margin.
        for (const more of [1, 2, 10, 100])
          expect(
            planMargin({ ...facts, pricePkr: rupees(price + more) }).deliveredPkr,
          ).toBeGreaterThanOrEqual(marginPkr);
      }),
    );
  });
});

describe("estimateShipping", () => {
  it("is nothing when the supplier ships free, else the estimate, else the account's default", () => {
    const terms = buildTerms({ defaultShippingPkr: rupees(240) });
    expect(estimateShipping({ required: false, estimate: rupees(150) }, terms)).toBe(0);
    expect(estimateShipping({ required: true, estimate: rupees(150) }, terms)).toBe(150);
    expect(estimateShipping({ estimate: null }, terms)).toBe(240);
    expect(estimateShipping(null, terms)).toBe(240);
    expect(estimateShipping(null, buildTerms())).toBe(200);
  });
});
