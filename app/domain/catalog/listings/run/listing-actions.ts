/** What can be done to many listings with one press; each is a kind of `listing_run`. */
export const listingActions = ["reprice", "resync", "policy", "publish", "unlink", "delete"] as const;

export type ListingAction = (typeof listingActions)[number];
