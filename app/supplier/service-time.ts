/** As HTTP writes a date; `Date.parse` alone takes "-5" for a year. */
const httpDate = /^[A-Z][a-z]{2,8}, \d{1,2}[ -][A-Z][a-z]{2}[ -]\d{2,4} \d{2}:\d{2}:\d{2} GMT$/;

/** The moment a header names, in milliseconds since 1970; NaN where it is no HTTP date. */
export function parseHttpDate(value: string): number {
  return httpDate.test(value) ? Date.parse(value) : Number.NaN;
}

/** The service's own clock, from its Date header; ours where it is missing. */
export function serviceTimeMs(headers: Headers, now: Date): number {
  const at = parseHttpDate(headers.get("date") ?? "");
  return Number.isNaN(at) ? now.getTime() : at;
}

/** Milliseconds from a moment to the next midnight UTC: no quota of a day lasts longer. Section Limits, rule 2. */
export function millisecondsToMidnight(nowMs: number): number {
  const now = new Date(nowMs);
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1) - nowMs;
}
