import { z } from "zod";
import type { ItemOutcome } from "#app/domain/bulk-actions/bulk-subject.ts";
import { listingsSubject } from "#app/domain/catalog/listings/run/listings-subject.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { countOf } from "#app/domain/messages/count-of.ts";
import type { ListingId } from "#app/platform/ids.ts";
import { findProduct } from "#app/shopify/operations/products/find-product.ts";
import { deleteListing, type LeavingOutcome, unlinkListing } from "./unlink-listing.server.ts";

const unlinkParams = z.object({ hide: z.boolean().default(false) });
const deleteParams = z.object({ activeToo: z.boolean().default(false) });

const done: ItemOutcome = { kind: "done" };

/** Unlinks each listing of a run; the listing's own work carries it out. */
export const unlinkSubject = listingsSubject({
  doListing: async ({ ctx, run }, listingId) => {
    const { hide } = unlinkParams.parse(run.params);
    return toItem(await unlinkListing(ctx, { listingId, by: run.by, keepProduct: !hide }));
  },
});

/** Deletes each listing of a run with its product; one that is for sale only where a person said so. */
export const deleteSubject = listingsSubject({
  doListing: async ({ ctx, run }, listingId) => {
    const { activeToo } = deleteParams.parse(run.params);
    if (!activeToo && (await isForSale(ctx, listingId)))
      return { kind: "refused", reason: "It is for sale. Choose to delete those too, or hide it first." };
    return toItem(await deleteListing(ctx, { listingId, by: run.by }));
  },
});

/** Whether customers can buy a listing's product now, and it is not on its way out already. */
export async function isForSale(ctx: ShopContext, listingId: ListingId): Promise<boolean> {
  const listing = await ctx.db.listing.findUnique({
    where: { shopId_id: { shopId: ctx.shop.id, id: listingId } },
    select: { productGid: true, leaving: true },
  });
  if (!listing?.productGid || listing.leaving !== null) return false;
  return (await findProduct(ctx.admin, { id: listing.productGid }))?.status === "ACTIVE";
}

function toItem(outcome: LeavingOutcome): ItemOutcome {
  const reason = whyNotLeaving(outcome);
  return reason === null ? done : { kind: "refused", reason };
}

/** Why a listing stays, as the merchant reads it; null when it leaves. */
export function whyNotLeaving(outcome: LeavingOutcome): string | null {
  switch (outcome.kind) {
    case "begun":
      return null;
    case "not_found":
      return "It is not here any more.";
    case "not_now":
      return "It is being added to your store just now, or is not in it.";
    case "mapped":
      return "It was your own product before. Unmap its variants instead.";
    case "in_open_orders":
      return `${countOf(outcome.units, "unit of it is", "units of it are")} in open orders. Send or cancel those first.`;
  }
}
