import type { Effects } from "#app/domain/orders/fulfillment/fulfillment-rounds.ts";

/** The one intent to cancel a refused order in Shopify; open until Shopify shows it cancelled. */
export const CANCEL_REFUSED = "cancel_refused";

export function isCancelRequested(effects: Effects): boolean {
  return effects.some(({ key, state }) => key === CANCEL_REFUSED && state === "intended");
}

/** A person leaves a refused or returned order as it is. */
export function dismissRefusedKey(code: "parcel_refused" | "parcel_returned"): string {
  return `leave:${code}`;
}
