import type { AttentionCode } from "#app/domain/messages/attention/attention-sentence.ts";

type DatedIssue = { readonly code: AttentionCode; readonly openedAt: Date };

/** First what costs money while it waits; the rest by how long it has waited. */
const FIRST: readonly AttentionCode[] = [
  "courier_will_collect_too_much",
  "cancelled_but_shipped",
  "auto_pay_stopped",
  "awaiting_funds",
  "confirmation_failed",
  "loses_money",
];

/** A refused key or account stops every order. */
function rankOf(code: AttentionCode): number {
  if (code.startsWith("connection_")) return -1;
  const at = FIRST.indexOf(code);
  return at === -1 ? FIRST.length : at;
}

export function compareUrgency(a: DatedIssue, b: DatedIssue): number {
  return rankOf(a.code) - rankOf(b.code) || a.openedAt.getTime() - b.openedAt.getTime();
}
