import type { Effects } from "#app/domain/orders/fulfillment/fulfillment-rounds.ts";

/** The one intent to cancel a refused order in Shopify; open until Shopify shows it cancelled. */
export const CANCEL_REFUSED = "cancel_refused";

export function isCancelRequested(effects: Effects): boolean {
  return effects.some(({ key, state }) => key === CANCEL_REFUSED && state === "intended");
}
