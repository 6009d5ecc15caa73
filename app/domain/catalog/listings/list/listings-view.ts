import { type ListingStatus, listingStatuses } from "#app/domain/catalog/listings/listing-status.ts";

/** The tabs of the listings' list. `needs_you` also takes any listing with an open row of attention. */
export const listingsViews = [
  "all",
  "needs_you",
  "losing",
  "in_sync",
  "waiting",
  "edited",
  "taken_out",
  "removed",
  "failed",
  "unlinked",
] as const;

export type ListingsView = (typeof listingsViews)[number];

/** The standings under each view. What was unlinked is in its own view only. */
export const listingStatusesOfView: Readonly<Record<ListingsView, readonly ListingStatus[]>> = {
  all: listingStatuses.filter((status) => status !== "unlinked"),
  needs_you: ["failed"],
  losing: ["losing"],
  in_sync: ["in_sync"],
  waiting: ["waiting"],
  edited: ["edited"],
  taken_out: ["taken_out"],
  removed: ["removed"],
  failed: ["failed"],
  unlinked: ["unlinked"],
};
