import type { AttemptRecord, HandoffRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import type { OrderRun } from "#app/domain/orders/reconcile/order-run.ts";
import { continued, type StepResult } from "#app/domain/orders/reconcile/step-result.ts";
import { adoptOrder } from "./adopt-order.server.ts";
import { sendAttempt } from "./send-attempt.server.ts";
import { settlePlacementConflict } from "./settle-placement-conflict.server.ts";
import { settleUnsent } from "./settle-unsent.server.ts";

/** The service forgets a key after 7 days (document, Idempotency rule 3); a day is kept as a margin. */
const KEY_LIFE_MS = 6 * 24 * 60 * 60_000;

/**
 * Settles a placing of an earlier run, before anything else is decided about the order. Where its outcome is not known,
 * the same bytes are sent with the same key; once the key may have expired, only a read decides. Where nothing was
 * sent, nothing is sent now.
 */
export async function settleUnknownOutcome(run: OrderRun): Promise<StepResult> {
  const sending = findSendingAttempt(run);
  if (!sending) return continued;
  const { handoff, attempt } = sending;
  if (handoff.placementConflict !== null)
    return settlePlacementConflict(run, sending, handoff.placementConflict);
  if (attempt.sends === 0) return settleUnsent(run, sending);
  const ageMs = run.ctx.clock.now().getTime() - attempt.createdAt.getTime();
  if (ageMs < KEY_LIFE_MS) return sendAttempt(run, handoff, attempt);
  return adoptOrder(run, { handoff, attempt, otherwise: "answer_too_late", mayAppearLater: false });
}

/** Sends what this run has just committed, after its own look at Shopify. */
export async function sendCommitted(run: OrderRun): Promise<StepResult> {
  const committed = findSendingAttempt(run);
  return committed ? sendAttempt(run, committed.handoff, committed.attempt) : continued;
}

function findSendingAttempt({ record }: OrderRun): { handoff: HandoffRecord; attempt: AttemptRecord } | null {
  for (const handoff of record.handoffs) {
    const attempt = handoff.attempts.find((each) => each.state === "sending");
    if (handoff.state === "sending" && attempt) return { handoff, attempt };
  }
  return null;
}
