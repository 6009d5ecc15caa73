import type { ListingRunKind } from "#app/domain/catalog/listings/run/listing-run-kinds.ts";

/** What can be done to many listings with one press; each is a kind of run. */
export const listingActions = [
  "reprice",
  "resync",
  "policy",
  "publish",
  "unlink",
  "delete",
] as const satisfies ListingRunKind[];

export type ListingAction = (typeof listingActions)[number];

/** Of them those that begin at once; prices have a preview first. */
export const pressedActions = listingActions.filter((action) => action !== "reprice");
