import type { OrderRun, StepResult } from "#app/domain/orders/reconcile/order-run.ts";

const NOT_CONNECTED_MS = 60 * 60_000;

/** What was begun under one account is settled under no other: the order waits until that account is back. */
export function waitForAccount({ holds }: OrderRun): StepResult {
  holds.push({ code: "account_not_connected" });
  return { kind: "requeue_after", delayMs: NOT_CONNECTED_MS };
}
