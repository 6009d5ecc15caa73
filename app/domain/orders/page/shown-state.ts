type OrderStateRow = { readonly state: string; readonly placeRequestedAt: Date | null };

/** The state a page shows: an order somebody just pressed *Place* on is being placed, although no work has run yet. */
export function shownState({ state, placeRequestedAt }: OrderStateRow): string {
  return (state === "to_place" || state === "cancelled") && placeRequestedAt !== null ? "placing" : state;
}
