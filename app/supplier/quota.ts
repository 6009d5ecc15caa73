/** The day's budget of the account as the last answer stated it. Section Limits. */
export type QuotaSeen = {
  readonly limit: number;
  readonly remaining: number;
  /** End of the quota day (UTC). */
  readonly resetAt: Date;
};

/** What is known of an account's limits. Only remembers; the account-wide bucket will stand behind this type. */
export type Quota = {
  seen(headers: Headers): void;
  last(): QuotaSeen | null;
};

/** Remembers nothing at first; each answer's headers replace what was known. */
export function createQuota(): Quota {
  let last: QuotaSeen | null = null;
  return {
    seen: (headers) => {
      last = parseQuotaHeaders(headers) ?? last;
    },
    last: () => last,
  };
}

/** Reads X-Quota-Limit, X-Quota-Remaining and X-Quota-Reset (Unix seconds); null when one is missing or odd. */
export function parseQuotaHeaders(headers: Headers): QuotaSeen | null {
  const limit = parseCount(headers.get("x-quota-limit"));
  const remaining = parseCount(headers.get("x-quota-remaining"));
  const reset = parseCount(headers.get("x-quota-reset"));
  if (limit === null || remaining === null || reset === null) return null;
  return { limit, remaining, resetAt: new Date(reset * 1000) };
}

function parseCount(value: string | null): number | null {
  return value !== null && /^\d{1,12}$/.test(value) ? Number(value) : null;
}
