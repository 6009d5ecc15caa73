import type { OrderState } from "#app/domain/orders/reconcile/derive-order-state.ts";

/** What would have been done with an order. */
export const shadowVerdicts = ["place", "hold", "wait"] as const;
export type ShadowVerdict = (typeof shadowVerdicts)[number];

/** What became of it instead: it was sent, here or by the merchant's own hand, cancelled, or nothing until now. */
export const shadowOutcomes = ["placed", "fulfilled", "cancelled", "open"] as const;
export type ShadowOutcome = (typeof shadowOutcomes)[number];

type ShadowSwitch = { readonly shadowSince: Date | null; readonly shadowUntil: Date | null };

/** Since when a shop decides everything and places nothing by itself; null while it does not. */
export function shadowSince({ shadowSince: since, shadowUntil }: ShadowSwitch): Date | null {
  return shadowUntil === null ? since : null;
}

const OUTCOMES: Readonly<Record<OrderState, ShadowOutcome>> = {
  new: "open",
  waiting: "open",
  to_place: "open",
  held: "open",
  placing: "placed",
  placed: "placed",
  awaiting_funds: "placed",
  on_the_way: "placed",
  delivered: "placed",
  refused: "placed",
  cancelled: "cancelled",
  finished_in_shopify: "fulfilled",
  // It was moved to a location of the merchant's own.
  not_ours: "fulfilled",
};

export function toOutcome(state: OrderState): ShadowOutcome {
  return OUTCOMES[state];
}

/** The states of an order that mean an outcome. */
export function statesOf(outcome: ShadowOutcome): readonly OrderState[] {
  const states: readonly OrderState[] = Object.keys(OUTCOMES).filter(isState);
  return states.filter((state) => OUTCOMES[state] === outcome);
}

function isState(state: string): state is OrderState {
  return Object.hasOwn(OUTCOMES, state);
}

/** Whether the merchant did what would have been done: nothing is said of what is still open. */
export function isSame(verdict: ShadowVerdict, outcome: ShadowOutcome): boolean | null {
  if (outcome === "open") return null;
  const isSent = outcome === "placed" || outcome === "fulfilled";
  return verdict === "place" ? isSent : !isSent;
}
