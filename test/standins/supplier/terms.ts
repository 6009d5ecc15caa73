/** The published constants of the service (API document, "Terms constants" and "Limits"). */
export type Terms = {
  returnWindowDays: number;
  payoutHoldDays: number;
  returnShippingCost: number;
  defaultShippingCost: number;
  shippingRates: {
    bands: readonly { readonly upToKg: number; readonly cost: number }[];
    perKgAbove: number;
  };
  citySurcharges: Record<string, number>;
  depositAmount: number;
  marginFeePercent: number;
  saleFeePercent: number;
  allowPrepaid: boolean;
  awaitingFundsHours: number;
  confirmationRequired: boolean;
  confirmationMaxAttempts: number;
  blacklistRefusals: number;
};

export const PUBLISHED_TERMS: Terms = {
  returnWindowDays: 7,
  payoutHoldDays: 20,
  returnShippingCost: 150,
  defaultShippingCost: 200,
  shippingRates: {
    bands: [
      { upToKg: 0.5, cost: 150 },
      { upToKg: 1, cost: 200 },
      { upToKg: 2, cost: 250 },
      { upToKg: 5, cost: 350 },
      { upToKg: 10, cost: 500 },
    ],
    perKgAbove: 30,
  },
  citySurcharges: {},
  depositAmount: 2000,
  marginFeePercent: 10,
  saleFeePercent: 0,
  allowPrepaid: true,
  awaitingFundsHours: 72,
  confirmationRequired: false,
  confirmationMaxAttempts: 2,
  blacklistRefusals: 2,
};

export const PLANS = {
  free: { name: "Free", dailyRequests: 5_000, perMinute: 120, pricePkr: 0 },
  starter: { name: "Starter", dailyRequests: 25_000, perMinute: 300, pricePkr: 1_500 },
  growth: { name: "Growth", dailyRequests: 100_000, perMinute: 600, pricePkr: 4_500 },
  scale: { name: "Scale", dailyRequests: 300_000, perMinute: 1_200, pricePkr: 12_000 },
} as const;
export type PlanId = keyof typeof PLANS;

export const TIERS = {
  1: { dailyCap: 20, minDelivered: 0, maxRtoRate: 1 },
  2: { dailyCap: 50, minDelivered: 50, maxRtoRate: 0.3 },
  3: { dailyCap: 150, minDelivered: 200, maxRtoRate: 0.25 },
  4: { dailyCap: 500, minDelivered: 1_000, maxRtoRate: 0.2 },
} as const;
export type TierId = keyof typeof TIERS;

/** Minutes after a failed attempt at which a webhook is sent again; after the last one it is `failed`. */
export const RETRY_MINUTES = [1, 5, 30, 120, 360, 720] as const;
export const IDEMPOTENCY_DAYS = 7;
