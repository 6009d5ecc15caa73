/** Kinds of runs that change prices in Shopify, one at a time in a shop. */
export const priceRunKinds = ["reprice", "undo", "sync_prices"] as const;

export const UNDO_DAYS = 7;
