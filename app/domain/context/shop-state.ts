/** `unavailable`: Shopify has frozen, locked or closed the shop. */
export const shopStates = ["installed", "uninstalled", "unavailable"] as const;
export type ShopState = (typeof shopStates)[number];
