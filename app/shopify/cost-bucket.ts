/** What Shopify reports after each call (`extensions.cost`). */
export type ThrottleStatus = {
  readonly maximumAvailable: number;
  readonly currentlyAvailable: number;
  readonly restoreRate: number;
};

export type CostBucket = {
  /**
   * Milliseconds until `cost` points are there; reserves them when it is 0. `leftShare` of the bucket, from 0 to 1, is
   * left to calls that cannot wait.
   */
  reserve(cost: number, nowMs: number, leftShare?: number): number;
  /** The answer to a call that reserved `reserved` points. */
  settle(reserved: number, status: ThrottleStatus | null, nowMs: number): void;
};

/** The smallest bucket any plan has (2,000 points, 100 a second), until Shopify's first answer says otherwise. */
const UNTOLD: ThrottleStatus = { maximumAvailable: 2000, currentlyAvailable: 2000, restoreRate: 100 };

/**
 * Follows one shop's leaky bucket of query cost.
 * https://shopify.dev/docs/api/usage/limits: points restore at a fixed rate per app and store.
 */
export function createCostBucket(): CostBucket {
  let known = UNTOLD;
  let knownAtMs = 0;
  let inFlight = 0;

  function availableAt(nowMs: number): number {
    const restored = (Math.max(0, nowMs - knownAtMs) / 1000) * known.restoreRate;
    return Math.min(known.maximumAvailable, known.currentlyAvailable + restored) - inFlight;
  }

  return {
    reserve(cost, nowMs, leftShare = 0) {
      const needed = Math.min(cost + leftShare * known.maximumAvailable, known.maximumAvailable);
      const waitMs = waitFor(needed, availableAt(nowMs), known.restoreRate);
      if (waitMs === 0) inFlight += cost;
      return waitMs;
    },
    settle(reserved, status, nowMs) {
      inFlight = Math.max(0, inFlight - reserved);
      if (status === null) return;
      known = status;
      knownAtMs = nowMs;
    },
  };
}

/** Exactly (needed − available) / restore rate, in whole milliseconds rounded up. */
export function waitFor(needed: number, available: number, restoreRate: number): number {
  if (needed <= available) return 0;
  return Math.ceil(((needed - available) / Math.max(1, restoreRate)) * 1000);
}
