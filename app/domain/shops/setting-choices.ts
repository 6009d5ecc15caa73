/** What of the shipping the customer paid is ours, where an order has goods of the merchant's own. */
export const shippingShares = ["by_value", "all_ours", "none"] as const;
export type ShippingShare = (typeof shippingShares)[number];

/** What becomes of an order whose parcels came back (R41). */
export const refusedChoices = ["leave", "cancel"] as const;
export type RefusedChoice = (typeof refusedChoices)[number];
