import { describe, expect, it } from "vitest";
import { parcelCost, sumWalletCosts, walletCost } from "#app/domain/money/wallet-cost.ts";

const parcel = { wholesalePkr: 1000, shippingCostPkr: 200, prepaidPkr: 1200 };

describe("what leaves the wallet for a prepaid parcel", () => {
  it.each([
    ["is wholesale and shipping", {}, { amountPkr: 1200, reportedPkr: null }],
    [
      "stands beside the service's figure where it differs",
      { prepaidPkr: 1800 },
      { amountPkr: 1200, reportedPkr: 1800 },
    ],
    [
      "differs from nothing where the service names no figure",
      { prepaidPkr: 0 },
      { amountPkr: 1200, reportedPkr: null },
    ],
    [
      "is the service's figure while the costs are not known",
      { wholesalePkr: null, shippingCostPkr: null },
      { amountPkr: 1200, reportedPkr: null },
    ],
    [
      "is wholesale alone where shipping is free, as the service says",
      { shippingCostPkr: 0, prepaidPkr: 0 },
      { amountPkr: 1000, reportedPkr: null },
    ],
  ])("%s", (_, overrides, expected) => {
    expect(walletCost({ ...parcel, ...overrides })).toEqual(expected);
  });

  it("is not known while nobody said it", () => {
    const untold = { wholesalePkr: null, shippingCostPkr: null, prepaidPkr: 0 };
    for (const unknown of [untold, { ...untold, shippingCostPkr: 200 }, { ...untold, wholesalePkr: 1000 }]) {
      expect(walletCost(unknown)).toBeNull();
    }
    expect(sumWalletCosts([parcel, untold])).toBeNull();
    expect(parcelCost({ wholesalePkr: 1000, shippingCostPkr: null })).toBeNull();
    expect(parcelCost(parcel)).toBe(1200);
  });

  it("names the service's sum of several parcels where one of them differs", () => {
    expect(sumWalletCosts([parcel, parcel])).toEqual({ amountPkr: 2400, reportedPkr: null });
    expect(sumWalletCosts([parcel, { ...parcel, prepaidPkr: 1800 }])).toEqual({
      ...{ amountPkr: 2400, reportedPkr: 3000 },
    });
  });
});
