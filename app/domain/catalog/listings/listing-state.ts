/** `unlinked`: it left Karwan's care; the row stays for what it tells of orders. */
export const listingStates = ["importing", "ready", "failed", "unlinked"] as const;
export type ListingState = (typeof listingStates)[number];

/** The steps of an import, each done once; `create` is `product` after a call whose outcome is unknown. */
export const importSteps = ["adopt", "product", "create", "variants", "stock", "mapping", "done"] as const;
export type ImportStep = (typeof importSteps)[number];

type ListingPlace = { readonly state: ListingState; readonly step: ImportStep };

/**
 * Whether a product of ours stands in the shop as it is to be sold: also while only the service has still to learn of it,
 * which it may not answer for hours.
 */
export function isInShop({ state, step }: ListingPlace): boolean {
  return state === "ready" || (state === "importing" && (step === "mapping" || step === "done"));
}

/** `mapped`: the product was the merchant's before. */
export const listingOrigins = ["imported", "mapped"] as const;
export type ListingOrigin = (typeof listingOrigins)[number];

/** How a policy of ours took a listing out of sale; undone when it is back. */
export const takenOutWays = ["quantity", "draft", "archive"] as const;
export type TakenOutWay = (typeof takenOutWays)[number];

/** Why, where it is not that nothing was left: the service offers it no longer. */
export const takenOutReasons = ["removed"] as const;

/**
 * How a listing goes: the product stays as it is but for its stock · it is hidden as well · it is deleted · the merchant
 * deleted it.
 */
export const waysToLeave = ["unlink_keep", "unlink_hide", "delete", "deleted"] as const;
export type WayToLeave = (typeof waysToLeave)[number];

/** What was last reported of a listing to the service. */
export const syncReports = ["ok", "failed"] as const;
export type SyncReport = (typeof syncReports)[number];

/** Where a stock was read: from an event, a sweep, or *Check now*. */
export const stockSources = ["event", "sweep", "check"] as const;
export type StockSource = (typeof stockSources)[number];

/** By what Shopify and the service were last found to agree. */
export const confirmationSources = ["import", ...stockSources] as const;
export type ConfirmationSource = (typeof confirmationSources)[number];
