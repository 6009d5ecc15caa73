import type { ListingAction } from "./listing-actions.ts";
import type { Standing } from "./standing.ts";

type PressedListing = {
  readonly standing: Standing;
  readonly origin: string;
  readonly productGid: string | null;
};

/**
 * Why an action does not fit a listing as its row shows it; null where it does. Each is judged again when its turn
 * comes: open orders, and what is for sale, only Shopify tells.
 */
export function planListingPress(action: ListingAction, listing: PressedListing): string | null {
  const { standing, origin, productGid } = listing;
  if (standing === "unlinked") return "It is unlinked already.";
  if (standing === "waiting") return "It is being added to your store just now.";
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
