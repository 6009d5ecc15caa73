import type { RequestLogEntry } from "./state.ts";

/** A request that came although its account had been told to keep away. */
export type EarlyCall = {
  readonly accountId: string;
  readonly method: string;
  readonly path: string;
  /** Milliseconds since the caller was told: what was on its way by then came after very few. */
  readonly afterMs: number;
  readonly retryAfterMs: number;
};

/** Looks through the requests in their order of arrival (document, Limits: Retry-After is for the whole account). */
export function findEarlyCalls(
  requests: readonly RequestLogEntry[],
  accountOf: (keyId: string | null) => string | null,
): EarlyCall[] {
  const refusals = requests.filter(({ retryAfterMs }) => retryAfterMs !== null);
  return requests.flatMap(({ at, keyId, method, path }) => {
    const accountId = accountOf(keyId);
    const told = refusals.findLast(
      (refusal) => (refusal.answeredAt ?? at) < at && accountOf(refusal.keyId) === accountId,
    );
    const afterMs = at - (told?.answeredAt ?? 0);
    const retryAfterMs = told?.retryAfterMs ?? 0;
    return accountId !== null && afterMs < retryAfterMs
      ? [{ accountId, method, path, afterMs, retryAfterMs }]
      : [];
  });
}
