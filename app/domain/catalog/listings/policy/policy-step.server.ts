import { z } from "zod";
import type { ListingRunStep } from "#app/domain/catalog/listings/run/run-listing-run.server.ts";
import { writePolicy } from "./save-policy.server.ts";

const params = z.object({ changes: z.record(z.string(), z.union([z.string(), z.number()]).nullable()) });

/** Gives each listing of a run the policy that was chosen; doing it twice changes nothing more. */
export const policyStep: ListingRunStep = {
  width: 1,
  doListing: async ({ ctx, claim, run }, { listingId }) => {
    const { changes } = params.parse(run.params);
    const isThere = await claim.lease.transaction((tx) =>
      writePolicy(ctx, tx, { listingId, changes, by: run.by }),
    );
    return isThere ? { kind: "done" } : { kind: "refused", reason: "It is not here any more." };
  },
};
