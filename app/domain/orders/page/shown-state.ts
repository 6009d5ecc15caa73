type OrderStateRow = { readonly state: string; readonly placeRequestedAt: Date | null };

/** The state a page shows: after a press on *Place* the order is being placed, although no work has run yet. */
export function shownState({ state, placeRequestedAt }: OrderStateRow): string {
  return (state === "to_place" || state === "cancelled") && placeRequestedAt !== null ? "placing" : state;
}
