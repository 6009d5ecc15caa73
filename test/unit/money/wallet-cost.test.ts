import { describe, expect, it } from "vitest";
import { rupees } from "#app/domain/money/rupees.ts";
import { parcelCost, sumWalletCosts, walletCost } from "#app/domain/money/wallet-cost.ts";

const parcel = { wholesalePkr: rupees(1000), shippingCostPkr: rupees(200), prepaidPkr: rupees(1200) };

describe("what leaves the wallet for a prepaid parcel", () => {
  it.each([
    ["is wholesale and shipping", {}, { amountPkr: rupees(1200), reportedPkr: null }],
    [
      "stands beside the service's figure where it differs",
      { prepaidPkr: rupees(1800) },
      { amountPkr: rupees(1200), reportedPkr: rupees(1800) },
    ],
    [
      "differs from nothing where the service names no figure",
      { prepaidPkr: rupees(0) },
      { amountPkr: rupees(1200), reportedPkr: null },
    ],
    [
      "is the service's figure while the costs are not known",
      { wholesalePkr: null, shippingCostPkr: null },
      { amountPkr: rupees(1200), reportedPkr: null },
    ],
    [
      "is wholesale alone where shipping is free, as the service says",
      { shippingCostPkr: rupees(0), prepaidPkr: rupees(0) },
      { amountPkr: rupees(1000), reportedPkr: null },
    ],
  ])("%s", (_, overrides, expected) => {
    expect(walletCost({ ...parcel, ...overrides })).toEqual(expected);
  });

  it("is not known while nobody said it", () => {
    const unpriced = { wholesalePkr: null, shippingCostPkr: null, prepaidPkr: rupees(0) };
    for (const unknown of [
      unpriced,
      { ...unpriced, shippingCostPkr: rupees(200) },
      { ...unpriced, wholesalePkr: rupees(1000) },
    ]) {
      expect(walletCost(unknown)).toBeNull();
    }
    expect(sumWalletCosts([parcel, unpriced])).toBeNull();
    expect(parcelCost({ wholesalePkr: rupees(1000), shippingCostPkr: null })).toBeNull();
    expect(parcelCost(parcel)).toBe(1200);
  });

  it("names the service's sum of several parcels where one of them differs", () => {
    expect(sumWalletCosts([parcel, parcel])).toEqual({ amountPkr: 2400, reportedPkr: null });
    expect(sumWalletCosts([parcel, { ...parcel, prepaidPkr: rupees(1800) }])).toEqual({
      ...{ amountPkr: 2400, reportedPkr: 3000 },
    });
  });
});
