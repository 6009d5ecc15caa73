import { findDecision } from "#app/domain/orders/commands/decisions/standing-decision.ts";
import type { OrderRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import type { HandoffId } from "#app/platform/ids.ts";
import { type ConflictChoice, conflictChoices } from "./handoff-state.ts";

/** What a person chose about a placing that only a person can settle; null while nobody has. */
export function findConflictChoice(
  { decisions }: Pick<OrderRecord, "decisions">,
  handoffId: HandoffId,
): ConflictChoice | null {
  const params = findDecision(decisions, "placement_conflict", handoffId)?.params;
  const chosen = params !== null && typeof params === "object" && "choice" in params ? params.choice : null;
  return conflictChoices.find((each) => each === chosen) ?? null;
}
