import type { ListingOrigin } from "#app/domain/catalog/listings/listing-state.ts";
import type { ListingStatus } from "#app/domain/catalog/listings/listing-status.ts";
import type { ProductGid } from "#app/platform/ids.ts";
import type { ListingAction } from "./listing-actions.ts";

type ListingForAction = {
  readonly listingStatus: ListingStatus;
  readonly origin: ListingOrigin;
  readonly productGid: ProductGid | null;
};

/**
 * Why an action does not fit a listing as its row shows it; null where it does. Each is judged again when its turn
 * comes: open orders, and what is for sale, only Shopify tells.
 */
export function planListingAction(action: ListingAction, listing: ListingForAction): string | null {
  const { listingStatus, origin, productGid } = listing;
  if (listingStatus === "unlinked") return "It is unlinked already.";
  if (listingStatus === "waiting") return "It is being added to your store just now.";
  switch (action) {
    case "resync":
    case "publish":
      return productGid === null ? "It is not in your store." : null;
    case "reprice":
    case "policy":
      return null;
    case "unlink":
    case "delete":
      return origin === "mapped" ? "It was your own product before. Unmap its variants instead." : null;
  }
}
