import type { AttemptRecord, HandoffRecord } from "../order-record.server.ts";
import { goOn, type OrderRun, type StageResult } from "../order-run.ts";
import { adoptOrder } from "./adopt-order.server.ts";
import { sendAttempt } from "./send-attempt.server.ts";
import { type Doubt, settleDoubt } from "./settle-doubt.server.ts";
import { takeBackUnsent } from "./take-back-unsent.server.ts";

/** The service forgets a key after 7 days (document, Idempotency rule 3); a day is kept as a margin. */
const KEY_LIFE_MS = 6 * 24 * 60 * 60_000;

/**
 * Settles a placing of an earlier run, before anything else is decided about the order. Where its outcome is not known,
 * the same bytes are sent with the same key; once the key may be forgotten, only reading can tell. Where nothing was sent,
 * nothing is sent now.
 */
export async function settleUnsure(run: OrderRun): Promise<StageResult> {
  const unsure = findUnsure(run);
  if (!unsure) return goOn;
  const { handoff, attempt } = unsure;
  if (handoff.doubt && isDoubt(handoff.doubt)) return settleDoubt(run, unsure, handoff.doubt);
  if (attempt.sends === 0) return takeBackUnsent(run, unsure);
  const ageMs = run.ctx.clock.now().getTime() - attempt.createdAt.getTime();
  if (ageMs < KEY_LIFE_MS) return sendAttempt(run, handoff, attempt);
  return adoptOrder(run, { handoff, attempt, otherwise: "answer_too_late", mayComeLater: false });
}

/** Sends what this run has just committed, after its own look at Shopify. */
export async function sendCommitted(run: OrderRun): Promise<StageResult> {
  const committed = findUnsure(run);
  return committed ? sendAttempt(run, committed.handoff, committed.attempt) : goOn;
}

const DOUBTS: readonly string[] = ["duplicate_differs", "idempotency_key_reused", "answer_too_late"];

function isDoubt(code: string): code is Doubt {
  return DOUBTS.includes(code);
}

function findUnsure({ record }: OrderRun): { handoff: HandoffRecord; attempt: AttemptRecord } | null {
  for (const handoff of record.handoffs) {
    const attempt = handoff.attempts.find((each) => each.state === "sending");
    if (handoff.state === "sending" && attempt) return { handoff, attempt };
  }
  return null;
}
