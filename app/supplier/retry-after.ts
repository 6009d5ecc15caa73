import { serviceTimeMs } from "./quota.ts";

/** Milliseconds a Retry-After header asks for (seconds, or an HTTP date); undefined when absent or unreadable. */
export function parseRetryAfterMs(value: string | null, now: Date): number | undefined {
  if (value === null) return undefined;
  const trimmed = value.trim();
  if (/^\d+(\.\d+)?$/.test(trimmed)) return Math.ceil(Number(trimmed) * 1000);
  const at = Date.parse(trimmed);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime());
}

/** Milliseconds until the service's quota day ends: X-Quota-Reset (Unix seconds), else the next midnight UTC; by its clock. */
export function millisecondsToQuotaReset(headers: Headers, ourNow: Date): number {
  const now = new Date(serviceTimeMs(headers, ourNow));
  const reset = Number(headers.get("x-quota-reset")) * 1000;
  if (Number.isFinite(reset) && reset > now.getTime()) return reset - now.getTime();
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1) - now.getTime();
}
