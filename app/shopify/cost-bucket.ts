/** What Shopify reports after each call (`extensions.cost`). */
export type ThrottleStatus = {
  readonly maximumAvailable: number;
  readonly currentlyAvailable: number;
  readonly restoreRate: number;
};

type BucketRequest = {
  readonly cost: number;
  /** The share of the bucket, from 0 to 1, that is to be left to calls that cannot wait. */
  readonly leftShare: number;
};

export type CostBucket = {
  /** Points restored in a second. */
  readonly restoreRate: number;
  /**
   * Milliseconds until the points are there, and `before` points of others besides; null as long as nothing but an
   * answer can tell.
   */
  waitFor(wanted: BucketRequest, nowMs: number, before?: number): number | null;
  /** Takes the points a call asks for, as Shopify does before it runs. */
  take(cost: number, nowMs: number): void;
  /** The call that took `taken` points is over. `used` is null where Shopify did not carry it out, or nobody knows. */
  settle(
    taken: number,
    answer: { readonly used: number | null; readonly status: ThrottleStatus | null },
    nowMs: number,
  ): void;
  /** Nothing is to be sent before. */
  holdUntil(atMs: number): void;
};

/** The smallest bucket any plan has (2,000 points, 100 a second), until Shopify's first answer says otherwise. */
const SMALLEST_BUCKET = { maximumAvailable: 2000, currentlyAvailable: 2000, restoreRate: 100 } as const;

/**
 * Follows one shop's leaky bucket of query cost: points restore at a fixed rate per app and store, a call's are taken
 * before it runs, and what it did not use comes back. https://shopify.dev/docs/api/usage/limits
 */
export function createCostBucket(): CostBucket {
  let plan: Pick<ThrottleStatus, "maximumAvailable" | "restoreRate"> = SMALLEST_BUCKET;
  let points: number = SMALLEST_BUCKET.currentlyAvailable;
  let countedAtMs = 0;
  let calls = 0;
  let inFlight = 0;
  let isKnown = false;
  let heldUntilMs = 0;

  function pointsAt(nowMs: number): number {
    const restored = (Math.max(0, nowMs - countedAtMs) / 1000) * plan.restoreRate;
    return Math.min(plan.maximumAvailable, points + restored);
  }

  return {
    get restoreRate() {
      return plan.restoreRate;
    },
    waitFor({ cost, leftShare }, nowMs, before = 0) {
      // A process that begins does not know what others left in the bucket: its first call finds out.
      if (!isKnown && calls > 0) return null;
      const needed = Math.min(cost + leftShare * plan.maximumAvailable, plan.maximumAvailable) + before;
      return Math.max(heldUntilMs - nowMs, waitFor(needed, pointsAt(nowMs), plan.restoreRate));
    },
    take(cost, nowMs) {
      points = pointsAt(nowMs) - cost;
      countedAtMs = nowMs;
      calls += 1;
      inFlight += cost;
    },
    settle(taken, { used, status }, nowMs) {
      points = pointsAt(nowMs) + taken - (used ?? 0);
      countedAtMs = nowMs;
      calls -= 1;
      inFlight -= taken;
      if (status === null) return;
      isKnown = true;
      plan = status;
      // Shopify has taken some of what is in flight, and does not know of the rest.
      const most = Math.max(0, status.currentlyAvailable);
      points = Math.max(most - inFlight, Math.min(points, most));
    },
    holdUntil(atMs) {
      heldUntilMs = Math.max(heldUntilMs, atMs);
    },
  };
}

/** Every plan's bucket fills within 20 seconds: a longer time is reported wrongly, and asked for again. */
export const LONGEST_WAIT_MS = 60_000;

/** Exactly (needed − available) / restore rate, in whole milliseconds rounded up; a minute at most. */
export function waitFor(needed: number, available: number, restoreRate: number): number {
  if (needed <= available) return 0;
  const waitMs = Math.ceil(((needed - available) / Math.max(1, restoreRate)) * 1000);
  return waitMs <= LONGEST_WAIT_MS ? waitMs : LONGEST_WAIT_MS;
}
