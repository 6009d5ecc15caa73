import { millisecondsToMidnight, parseHttpDate, serviceTimeMs } from "./service-time.ts";

/** Milliseconds a Retry-After header asks for (seconds, or an HTTP date); undefined when absent or unreadable. */
export function parseRetryAfterMs(value: string | null, now: Date): number | undefined {
  if (value === null) return undefined;
  const trimmed = value.trim();
  if (/^\d+(\.\d+)?$/.test(trimmed)) return Math.ceil(Number(trimmed) * 1000);
  const at = parseHttpDate(trimmed);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime());
}

const SHORTEST_WAIT_MS = 1000;

/** No wait is obeyed for longer than `longestMs`: what the other side then says is asked for anew. At least a second. */
export function boundWaitMs(requestedMs: number, longestMs: number): number {
  return Math.min(longestMs, Math.max(SHORTEST_WAIT_MS, requestedMs));
}

/** Milliseconds until the service's quota day ends: X-Quota-Reset (Unix seconds), at most the next midnight UTC; by its clock. */
export function millisecondsToQuotaReset(headers: Headers, ourNow: Date): number {
  const nowMs = serviceTimeMs(headers, ourNow);
  const reset = Number(headers.get("x-quota-reset")) * 1000;
  const toMidnight = millisecondsToMidnight(nowMs);
  return Number.isFinite(reset) && reset > nowMs ? Math.min(reset - nowMs, toMidnight) : toMidnight;
}
