/**
 * What is charged for a cart that holds goods of the merchant's own too: for ours alone, for ours and the merchant's own
 * charge, or nothing by us, so that the shop's other rates count.
 */
export const mixedCartChoices = ["ours_only", "add_fallback", "no_rate"] as const;

export type MixedCartChoice = (typeof mixedCartChoices)[number];
