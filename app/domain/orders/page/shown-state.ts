import type { OrderState } from "#app/domain/orders/reconcile/derive-order-state.ts";

type OrderStateRow = { readonly state: OrderState; readonly placeRequestedAt: Date | null };

/** The state a page shows: after a press on *Place* the order is being placed, although no work has run yet. */
export function shownState({ state, placeRequestedAt }: OrderStateRow): OrderState {
  return (state === "to_place" || state === "cancelled") && placeRequestedAt !== null ? "placing" : state;
}
