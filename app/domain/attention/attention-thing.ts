/** What an open issue is about. mapping: a product of the merchant's own; variant: one in Shopify, by its gid. */
export const attentionThings = ["order", "listing", "connection", "shop", "mapping", "variant"] as const;
export type AttentionThing = (typeof attentionThings)[number];
