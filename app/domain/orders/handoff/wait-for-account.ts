import type { OrderRun, StageResult } from "../order-run.ts";

const NOT_CONNECTED_MS = 60 * 60_000;

/** What was begun under one account is settled under no other: the order waits until that account is back. */
export function waitForAccount({ needs }: OrderRun): StageResult {
  needs.push({ code: "account_not_connected" });
  return { kind: "come_again", delayMs: NOT_CONNECTED_MS };
}
