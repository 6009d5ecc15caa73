import type { CallClass } from "./call-class.ts";

/** The day's budget of the account as the last answer stated it. Section Limits. */
export type QuotaSeen = {
  readonly limit: number;
  readonly remaining: number;
  /** End of the quota day (UTC). */
  readonly resetAt: Date;
  /** The same, counted by the service's own clock where its answer showed it. */
  readonly resetInMs: number;
};

export type Permit =
  | { readonly kind: "granted" }
  /** `rate`: the minute is used up or the service asked for a pause. `day`: what the daily quota counts rests. */
  | { readonly kind: "wait"; readonly because: "rate" | "day"; readonly waitMs: number };

/** The limits of one account: who may send when, and what the answers taught. */
export type Quota = {
  /** Leave to send one call now, or how long to wait before asking again. */
  take(call: CallClass): Promise<Permit>;
  /** The headers of an answer. */
  seen(headers: Headers, now: Date): void;
  /** The service said `rate_limited`: nothing of the account is sent for so long. */
  pause(waitMs: number): Promise<void>;
  /** The service said `daily_quota_exceeded`: what the quota counts rests for so long. */
  rest(waitMs: number): Promise<void>;
  last(): QuotaSeen | null;
};

/** For a key whose account is not known yet: lets everything pass, and remembers what was seen. */
export function createQuota(): Quota {
  let last: QuotaSeen | null = null;
  return {
    take: async () => ({ kind: "granted" }),
    seen: (headers, now) => {
      last = parseQuotaHeaders(headers, now) ?? last;
    },
    pause: async () => undefined,
    rest: async () => undefined,
    last: () => last,
  };
}

/** Reads X-Quota-Limit, X-Quota-Remaining and X-Quota-Reset (Unix seconds); null when one is missing or odd. */
export function parseQuotaHeaders(headers: Headers, now: Date): QuotaSeen | null {
  const limit = parseCount(headers.get("x-quota-limit"));
  const remaining = parseCount(headers.get("x-quota-remaining"));
  const reset = parseCount(headers.get("x-quota-reset"));
  if (limit === null || remaining === null || reset === null) return null;
  const resetInMs = reset * 1000 - serviceTimeMs(headers, now);
  return { limit, remaining, resetAt: new Date(reset * 1000), resetInMs };
}

/** The service's own clock, from its Date header; ours where it is missing. */
export function serviceTimeMs(headers: Headers, now: Date): number {
  const at = Date.parse(headers.get("date") ?? "");
  return Number.isNaN(at) ? now.getTime() : at;
}

function parseCount(value: string | null): number | null {
  return value !== null && /^\d{1,12}$/.test(value) ? Number(value) : null;
}
