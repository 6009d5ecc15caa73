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
} as const;
