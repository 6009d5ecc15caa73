import type { CallClass } from "./call-class.ts";
import { millisecondsToMidnight, serviceTimeMs } from "./service-time.ts";

/** The day's budget of the account as the last answer stated it. Section Limits. */
export type QuotaReading = {
  readonly limit: number;
  readonly remaining: number;
  /** End of the quota day (UTC). */
  readonly resetAt: Date;
  /** The same, counted by the service's own clock where its answer showed it. */
  readonly resetInMs: number;
};

export type Permit =
  | { readonly kind: "granted" }
  /** The one call that finds out whether a pause or a rest is over: what came of it is reported to `probeSucceeded`. */
  | { readonly kind: "probe"; readonly id: string }
  /** `rate`: the minute is used up or the service asked for a pause. `day`: what the daily quota counts rests. */
  | { readonly kind: "wait"; readonly because: "rate" | "day"; readonly waitMs: number };

/** The limits of one account: who may send when, and what the answers taught. */
export type Quota = {
  /** Leave to send one call now, or how long to wait before asking again. */
  requestPermit(call: CallClass): Promise<Permit>;
  /** The headers of an answer. */
  recordHeaders(headers: Headers, now: Date): void;
  /** The service said `rate_limited`: nothing of the account is sent for so long. */
  pause(waitMs: number): Promise<void>;
  /** The service said `daily_quota_exceeded`: what the quota counts rests for so long. */
  rest(waitMs: number): Promise<void>;
  /** The service took a probe, or refused it for another reason than its limits: the others may follow. */
  probeSucceeded(probeId: string): Promise<void>;
  /** A person asks now: the next call is let through as a probe, whatever pause or rest there is. */
  askProbe(): Promise<void>;
  last(): QuotaReading | null;
};

/** For a key whose account is not known yet: lets everything pass, and remembers what was seen. */
export function createQuota(): Quota {
  let last: QuotaReading | null = null;
  return {
    requestPermit: async () => ({ kind: "granted" }),
    recordHeaders: (headers, now) => {
      last = parseQuotaHeaders(headers, now) ?? last;
    },
    pause: async () => undefined,
    rest: async () => undefined,
    probeSucceeded: async () => undefined,
    askProbe: async () => undefined,
    last: () => last,
  };
}

/** Reads X-Quota-Limit, X-Quota-Remaining and X-Quota-Reset (Unix seconds); null when one is missing or odd. */
export function parseQuotaHeaders(headers: Headers, now: Date): QuotaReading | null {
  const limit = parseCount(headers.get("x-quota-limit"));
  const remaining = parseCount(headers.get("x-quota-remaining"));
  const reset = parseCount(headers.get("x-quota-reset"));
  if (limit === null || remaining === null || reset === null) return null;
  if (Math.max(limit, remaining) > LARGEST_COUNT) return null;
  const saidAtMs = serviceTimeMs(headers, now);
  const resetInMs = Math.min(reset * 1000 - saidAtMs, millisecondsToMidnight(saidAtMs));
  return { limit, remaining, resetAt: new Date(saidAtMs + resetInMs), resetInMs };
}

/** What our columns hold; a larger limit is none. */
const LARGEST_COUNT = 2 ** 31 - 1;

function parseCount(value: string | null): number | null {
  return value !== null && /^\d{1,12}$/.test(value) ? Number(value) : null;
}
