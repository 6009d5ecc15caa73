import { describe, expect, it } from "vitest";
import { rupees } from "#app/domain/money/rupees.ts";
import {
  breakEvenRefusalShare,
  expectPerOrder,
  priceForRefusals,
} from "#app/domain/policy/pricing/refusal-floor.ts";
import { buildTerms } from "./build-terms.ts";

/** W 1,000, S 200, R 150, fee 10 %, and Rs 200 of delivery charged to the customer. */
const sale = (adsPkr: number) => ({
  ...{ wholesalePkr: rupees(1000), shippingPkr: rupees(200), chargedPkr: rupees(200) },
  ...{ adsPkr: rupees(adsPkr), terms: buildTerms() },
});
const at = (pricePkr: number, adsPkr: number) => ({ ...sale(adsPkr), pricePkr: rupees(pricePkr) });

describe("what refusals do to a price", () => {
  it.each([
    [1600, 0, 60.7],
    [1600, 300, 27],
    [1400, 300, 8.5],
    [1800, 300, 39.3],
  ])("at Rs %i with Rs %i of ads breaks even at %f %% refused", (price, ads, percent) => {
    expect(breakEvenRefusalShare(at(price, ads)) / 10).toBe(percent);
  });

  it("is a loss of Rs 27 an order at Rs 1,600 with Rs 300 of ads and 30 % refused", () => {
    expect(expectPerOrder(at(1600, 300), 30)).toBe(-27);
    expect(expectPerOrder(at(1600, 0), 0)).toBe(540);
  });

  it("breaks even nowhere when a delivered parcel earns less than its ads", () => {
    expect(breakEvenRefusalShare(at(1000, 0))).toBe(0);
    expect(breakEvenRefusalShare(at(1300, 300))).toBe(0);
  });

  it.each([0, 10, 30, 60, 95])("asks for the lowest price that loses nothing at %i %% refused", (percent) => {
    for (const ads of [0, 77, 300]) {
      const price = priceForRefusals(sale(ads), percent);
      expect(expectPerOrder(at(price, ads), percent)).toBeGreaterThanOrEqual(0);
      expect(expectPerOrder(at(price - 1, ads), percent)).toBeLessThan(0);
    }
  });

  it("asks for Rs 1,644 at 30 % refused and Rs 300 of ads", () => {
    expect(priceForRefusals(sale(300), 30)).toBe(1644);
  });
});
