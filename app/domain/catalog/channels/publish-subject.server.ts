import { z } from "zod";
import type { ItemOutcome } from "#app/domain/bulk-actions/bulk-subject.ts";
import { listingsSubject } from "#app/domain/catalog/listings/run/listings-subject.ts";
import { isShopifyError } from "#app/shopify/errors.ts";
import { publishListing, recordPublished } from "./publish-listing.server.ts";

const params = z.object({ channels: z.array(z.object({ gid: z.string(), name: z.string() })).min(1) });

const notAllowed: ItemOutcome = {
  kind: "refused",
  reason: "Karwan may not publish in your store. Allow it under Settings, Sales channels.",
};

/** Puts each listing of a run on the channels chosen when it was pressed; publishing twice is publishing. */
export const publishSubject = listingsSubject({
  width: 4,
  doListing: async ({ ctx, run }, listingId) => {
    const { channels } = params.parse(run.params);
    const listing = await ctx.db.listing.findUnique({
      where: { shopId_id: { shopId: ctx.shop.id, id: listingId } },
    });
    if (!listing?.productGid || listing.unlinkedAt !== null || listing.state !== "ready")
      return { kind: "refused", reason: "It is not in your store, or not in Karwan's care." };
    try {
      await publishListing(ctx, listing, channels);
    } catch (error) {
      if (isShopifyError(error, "access_denied")) return notAllowed;
      throw error;
    }
    await recordPublished(ctx, listing.id, { on: channels.map(({ name }) => name), by: run.by });
    return { kind: "done" };
  },
});
