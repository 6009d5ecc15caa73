import type { SupplierError } from "./errors.ts";

const MAX_ATTEMPTS = 3;
const FIRST_DELAY_MS = 250;
/** Longer waits belong to the caller's own schedule, not to an open request. */
export const LONGEST_WAIT_MS = 2_000;

export type RetryPolicy = "safe" | "never";

/**
 * Whether the client itself sends the request again. Only requests that are safe to repeat are; a placement,
 * a cancellation or a payment is settled by whoever started it. `attempt` counts from 1.
 */
export function shouldRetry(
  error: SupplierError,
  attempt: number,
  spec: { readonly retry: RetryPolicy },
): boolean {
  if (spec.retry === "never" || !error.retryable || attempt >= MAX_ATTEMPTS) return false;
  return (error.retryAfterMs ?? 0) <= LONGEST_WAIT_MS;
}

/** Milliseconds before the next attempt: at least what the service asks for, with jitter. `random` is in [0, 1). */
export function retryDelayMs(error: SupplierError, attempt: number, random: number): number {
  const backoffMs = FIRST_DELAY_MS * 2 ** (attempt - 1);
  return Math.round((error.retryAfterMs ?? backoffMs / 2) + (backoffMs / 2) * random);
}
