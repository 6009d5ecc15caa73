import type { ListingRunKind } from "#app/domain/catalog/listings/run/listing-run-kinds.ts";
/** Kinds of runs that change prices in Shopify, one at a time in a shop. */
export const priceRunKinds = ["reprice", "undo"] as const satisfies ListingRunKind[];

/** Those that are shown as a change of many listings: prices, and what ran out of stock. */
export const changeRunKinds = [...priceRunKinds, "out_of_stock"] as const satisfies ListingRunKind[];

export const UNDO_DAYS = 7;
