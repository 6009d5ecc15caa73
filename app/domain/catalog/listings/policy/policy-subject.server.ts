import type { Prisma } from "@prisma/client";
import { z } from "zod";
import type { ItemOutcome } from "#app/domain/bulk-actions/bulk-subject.ts";
import { listingsSubject } from "#app/domain/catalog/listings/run/listings-subject.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { type SavePolicyInput, writePolicy } from "./save-policy.server.ts";

const params = z.object({ changes: z.record(z.string(), z.union([z.string(), z.number()]).nullable()) });

/** Gives each listing of a run the policy that was chosen; doing it twice changes nothing more. */
export const policySubject = listingsSubject({
  doListing: async ({ ctx, run }, listingId) => {
    const { changes } = params.parse(run.params);
    return { kind: "write", write: (tx) => writeToListing(ctx, tx, { listingId, changes, by: run.by }) };
  },
});

async function writeToListing(
  ctx: ShopContext,
  tx: Prisma.TransactionClient,
  policy: SavePolicyInput,
): Promise<ItemOutcome> {
  return (await writePolicy(ctx, tx, policy))
    ? { kind: "done" }
    : { kind: "refused", reason: "It is not here any more." };
}
