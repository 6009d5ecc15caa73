/**
 * The terms the document publishes, in rupees and percent: what to reckon with before the service has said otherwise (R18).
 * Section Terms constants.
 */
export const documentedTerms = {
  returnWindowDays: 7,
  payoutHoldDays: 20,
  returnShippingCost: 150,
  defaultShippingCost: 200,
  depositAmount: 2000,
  marginFeePercent: 10,
  /** What a parcel of up to so much is charged, and each kilogram above the last. */
  shippingBands: [
    { upToKg: 0.5, cost: 150 },
    { upToKg: 1, cost: 200 },
    { upToKg: 2, cost: 250 },
    { upToKg: 5, cost: 350 },
    { upToKg: 10, cost: 500 },
  ],
  shippingPerKgAbove: 30,
} as const;
