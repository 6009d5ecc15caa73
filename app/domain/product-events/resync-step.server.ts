import type { ListingRunStep } from "#app/domain/catalog/listings/run/run-listing-run.server.ts";
import { checkListing } from "./check-listing.server.ts";

/** Each listing of a run is compared with both sides; comparing twice is comparing. */
export const resyncStep: ListingRunStep = {
  width: 1,
  doListing: async ({ ctx }, { listingId }) => {
    const answer = await checkListing(ctx, listingId);
    return answer.ok ? { kind: "done" } : { kind: "refused", reason: answer.reason };
  },
};
