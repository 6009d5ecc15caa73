import { needsPerson } from "#app/domain/messages/holds/hold-codes.ts";
import type { PlacementState } from "#app/domain/orders/reconcile/derive-order-state.ts";
import type { Hold } from "#app/domain/orders/reconcile/order-run.ts";
import { type RunEnd, requeueAfter, type StepResult } from "#app/domain/orders/reconcile/step-result.ts";

/** What placing left behind: where the open units stand, or why the run ends. */
export type PlacingResult = StepResult &
  ({ readonly placement: PlacementState } | { readonly placement?: undefined; readonly end: RunEnd });

/** How often a hold that ends by itself is checked again, should no event report its end. */
export const SELF_ENDING_HOLD_MS = 10 * 60_000;

/** The open units stay as they are, until an event or for so long. */
export function rests(placement: PlacementState, delayMs: number | null = null): PlacingResult {
  return delayMs === null ? { placement } : { ...requeueAfter(delayMs), placement };
}

export function heldBy(...holds: readonly [Hold, ...Hold[]]): PlacingResult {
  const first = holds.find(({ code }) => needsPerson(code)) ?? holds[0];
  const endsByItself = holds.some(({ code }) => !needsPerson(code));
  return { ...rests(toPlacementState(first), endsByItself ? SELF_ENDING_HOLD_MS : null), holds };
}

/** Held or waiting with its own next look. */
export function heldFor(hold: Hold, delayMs: number | null): PlacingResult {
  return { ...rests(toPlacementState(hold), delayMs), holds: [hold] };
}

/** What ends by itself is waited for; the rest is held until a person decides. */
function toPlacementState({ code }: Hold): PlacementState {
  return { kind: needsPerson(code) ? "held" : "waiting", code };
}
