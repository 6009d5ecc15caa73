import { checkListing } from "./check-listing.server.ts";
import type { ListingRunStep } from "./run-listing-run.server.ts";

/** Each listing of a run is compared with both sides; comparing twice is comparing. */
export const resyncStep: ListingRunStep = {
  width: 1,
  doListing: async ({ ctx }, { listingId }) => {
    const answer = await checkListing(ctx, listingId);
    return answer.ok ? { kind: "done" } : { kind: "refused", reason: answer.reason };
  },
};
