import type { Prisma } from "@prisma/client";
import { z } from "zod";
import type { ShopId } from "#app/platform/ids.ts";
import type { AttentionThing } from "./attention-thing.ts";

/**
 * Keeps `listing.needs_you`, by which lists find what needs a person, true to the open rows of attention. Its
 * `updated_at` stays: nothing of the listing itself changed.
 */
export async function syncListingIssueFlag(
  tx: Prisma.TransactionClient,
  shopId: ShopId,
  { thing, thingId }: { readonly thing: AttentionThing; readonly thingId: string },
): Promise<void> {
  if (thing !== "listing" || !z.guid().safeParse(thingId).success) return;
  await tx.$executeRaw`
    update listing set needs_you = needs.open from (
      select exists (
        select 1 from attention where shop_id = ${shopId}::uuid and thing = 'listing' and thing_id = ${thingId}
          and resolved_at is null) as open) as needs
    where shop_id = ${shopId}::uuid and id = ${thingId}::uuid and needs_you <> needs.open`;
}
