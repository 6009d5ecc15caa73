import { endRunFor, type StepResult } from "#app/domain/orders/reconcile/step-result.ts";

const NOT_CONNECTED_MS = 60 * 60_000;

/** What was begun under one account is settled under no other: the order waits until that account is back. */
export const waitingForAccount: StepResult = {
  ...endRunFor(NOT_CONNECTED_MS),
  holds: [{ code: "account_not_connected" }],
};
