/** The order tiers of the document, section Limits: orders a day, by delivered orders and the share of them refused. */
export const orderTiers = [
  { tier: 1, dailyCap: 20, minDelivered: 0, maxRtoRate: 1 },
  { tier: 2, dailyCap: 50, minDelivered: 50, maxRtoRate: 0.3 },
  { tier: 3, dailyCap: 150, minDelivered: 200, maxRtoRate: 0.25 },
  { tier: 4, dailyCap: 500, minDelivered: 1_000, maxRtoRate: 0.2 },
] as const;
