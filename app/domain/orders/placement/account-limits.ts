/** The account's limits, where one call asks for all when their time is over (D-81), and our own on what hangs (D-91). */
const LIMITS: ReadonlySet<string> = new Set(["rate_limited", "daily_quota_exceeded", "too_many_waiting"]);

export function isAccountLimit(code: string | null): code is string {
  return code !== null && LIMITS.has(code);
}
