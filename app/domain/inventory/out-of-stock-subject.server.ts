import { listingsSubject } from "#app/domain/catalog/listings/run/listings-subject.ts";
import { loadListingSettings } from "#app/domain/policy/pricing/load-settings.server.ts";
import { readProductStatuses } from "#app/shopify/operations/products/read-product-statuses.ts";
import { listStockedListings } from "./list-stocked-listings.server.ts";
import { hideOutOfStockListing } from "./set-out-of-stock-status.server.ts";

/** A person said that what ran out is to be dealt with as the shop wants: each listing as it stands by now. */
export const outOfStockSubject = listingsSubject({
  doListing: async ({ ctx, claim, run: { mode } }, listingId) => {
    if (mode === null) return { kind: "done" };
    const settings = await loadListingSettings(ctx);
    const also = { also: [listingId] };
    const listings = await listStockedListings(ctx.db, { shopId: ctx.shop.id, mode }, settings, also);
    const listing = listings.find(({ id }) => id === listingId);
    if (!listing?.isOut || listing.whenOut !== "draft") return { kind: "done" };
    const [product] = await readProductStatuses(ctx.admin, [listing.productGid]);
    await hideOutOfStockListing({ ctx, claim }, listing, product?.status);
    return { kind: "done" };
  },
});
