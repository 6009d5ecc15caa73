import { DATABASE_UNAVAILABLE, transientDatabaseCode } from "#app/platform/http/transient-failure.ts";
import type { WorkFailure } from "#app/platform/queue/finish-work.server.ts";

const firstDelayMs = 1000;
const longestDelayMs = 5 * 60_000;

/** Doubling from a second to five minutes, and a part of chance so that many do not come back together. */
export function backoffMs(attempts: number, chance: number): number {
  const full = Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(attempts, 20));
  return Math.round(full / 2 + (full / 2) * chance);
}

type Failure = {
  readonly code: string;
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;
};

/** What an error thrown by a handler means for its row: read from its fields, whichever room it comes from. */
export function planOutcome(error: unknown, attempts: number, chance: number): WorkFailure {
  const failure = toFailure(error);
  const delayMs = failure.retryAfterMs ?? backoffMs(attempts, chance);
  return { kind: failure.retryable ? "retry" : "failed", code: failure.code, delayMs };
}

function toFailure(error: unknown): Failure {
  const code = textField(error, "code");
  if (typeof error !== "object" || error === null || !("retryable" in error)) {
    const passing = transientDatabaseCode(error);
    const isNamed = passing === null || passing === DATABASE_UNAVAILABLE;
    return {
      code: isNamed ? (passing ?? "bug") : `database_${passing}`,
      retryable: passing !== null,
      retryAfterMs: undefined,
    };
  }
  const retryAfterMs = "retryAfterMs" in error ? error.retryAfterMs : undefined;
  return {
    code: code ?? "unknown",
    retryable: error.retryable === true,
    retryAfterMs: typeof retryAfterMs === "number" ? retryAfterMs : undefined,
  };
}

function textField(error: unknown, field: string): string | null {
  if (typeof error !== "object" || error === null) return null;
  const value: unknown = Object.entries(error).find(([key]) => key === field)?.[1];
  return typeof value === "string" ? value : null;
}
