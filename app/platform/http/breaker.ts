/** What is called and may fail apart from the rest (a group of endpoints, a shop), as this process has met it. */
export type BreakerState = "closed" | "open" | "half_open";

export type Breaker = {
  /** Milliseconds until a call may be tried; 0: now. Changes nothing. */
  waitMs(): number;
  /** Like `waitMs`, and the call that gets 0 is on its way: it must be settled by one of the next two. */
  enter(): number;
  succeeded(): void;
  failed(): void;
  state(): BreakerState;
};

/** So many failures in a row say more than bad luck. */
const FAILURES_TO_OPEN = 5;
const FIRST_REST_MS = 5_000;
const LONGEST_REST_MS = 30_000;
/** While one call tries whether the service is back, the others ask again after this. */
const WHILE_TRIED_MS = 1_000;

/**
 * Stops calling what fails again and again, and lets a single call try after a rest that doubles up to half a minute.
 * `nowMs` only has to move forward. Why not a library, and why per process: D-38.
 */
export function createBreaker(nowMs: () => number, failuresToOpen = FAILURES_TO_OPEN): Breaker {
  let failures = 0;
  let restMs = FIRST_REST_MS;
  let openUntilMs: number | null = null;
  let isTried = false;

  function waitMs(): number {
    if (openUntilMs === null) return 0;
    if (isTried) return WHILE_TRIED_MS;
    return Math.max(0, openUntilMs - nowMs());
  }

  return {
    waitMs,
    enter: () => {
      const wait = waitMs();
      if (wait === 0 && openUntilMs !== null) isTried = true;
      return wait;
    },
    succeeded: () => {
      failures = 0;
      restMs = FIRST_REST_MS;
      openUntilMs = null;
      isTried = false;
    },
    failed: () => {
      failures += 1;
      const wasTried = isTried;
      isTried = false;
      if (wasTried) restMs = Math.min(LONGEST_REST_MS, restMs * 2);
      // Calls that were under way when it opened add nothing.
      if (wasTried || (openUntilMs === null && failures >= failuresToOpen)) openUntilMs = nowMs() + restMs;
    },
    state: () => {
      if (openUntilMs === null) return "closed";
      return isTried || openUntilMs <= nowMs() ? "half_open" : "open";
    },
  };
}
