/** What of the shipping the customer paid is ours, where an order has goods of the merchant's own. */
export const shippingShares = ["by_value", "all_ours", "none"] as const;
export type ShippingShare = (typeof shippingShares)[number];

/** What becomes of an order whose parcels came back (R41). */
export const refusedChoices = ["leave", "cancel"] as const;
export type RefusedChoice = (typeof refusedChoices)[number];

/** Who asks customers whether a cash order is meant: the shop before it is placed, or the service afterwards (R16). */
export const confirmationAskers = ["shop", "supplier"] as const;
export type ConfirmationAsker = (typeof confirmationAskers)[number];

/** What becomes of an order that nobody confirmed in time. */
export const notConfirmedChoices = ["hold", "cancel"] as const;
export type NotConfirmedChoice = (typeof notConfirmedChoices)[number];

/** Hours an order may wait to be confirmed, and after which the customer is to be asked again. */
export const confirmationHours = { min: 1, max: 72 } as const;

/** Languages a shop writes to its customers in: English, Urdu in Latin letters, Urdu. */
export const textLanguages = ["en", "roman_urdu", "ur"] as const;
export type TextLanguage = (typeof textLanguages)[number];
