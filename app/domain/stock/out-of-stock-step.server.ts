import { readProductStatuses } from "#app/shopify/operations/read-product-statuses.ts";
import type { ListingRunStep } from "../catalog/listings/run-listing-run.server.ts";
import { loadListingSettings } from "../catalog/pricing/load-settings.server.ts";
import { listShelved } from "./list-shelved.server.ts";
import { takeOut } from "./take-out.server.ts";

/** A person said that what ran out is to be dealt with as the shop wants: each listing as it stands by now. */
export const outOfStockStep: ListingRunStep = {
  width: 1,
  doListing: async ({ ctx, claim, run: { mode } }, { listingId }) => {
    const settings = await loadListingSettings(ctx);
    const also = { also: [listingId] };
    const shelved = await listShelved(ctx.db, { shopId: ctx.shop.id, mode }, settings, also);
    const listing = shelved.find(({ id }) => id === listingId);
    if (!listing?.isOut || listing.whenOut !== "draft") return { kind: "done" };
    const [product] = await readProductStatuses(ctx.admin, [listing.productGid]);
    await takeOut({ ctx, claim }, listing, product?.status);
    return { kind: "done" };
  },
};
