import { listingsSubject } from "#app/domain/catalog/listings/run/listings-subject.ts";
import { checkListing } from "./check-listing.server.ts";

/** Each listing of a run is compared with both sides; comparing twice is comparing. */
export const resyncSubject = listingsSubject({
  doListing: async ({ ctx }, listingId) => {
    const answer = await checkListing(ctx, listingId);
    return answer.ok ? { kind: "done" } : { kind: "refused", reason: answer.reason };
  },
});
