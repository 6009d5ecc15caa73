import type { BulkItem } from "@prisma/client";
import type {
  BulkScope,
  BulkSubject,
  ItemOutcome,
  ItemWrite,
} from "#app/domain/bulk-actions/bulk-subject.ts";
import { AppError, invariant } from "#app/platform/errors.ts";
import { isTransient } from "#app/platform/http/transient-failure.ts";
import type { ListingId } from "#app/platform/ids.ts";
import { isShopifyError } from "#app/shopify/errors.ts";
import { isSupplierError } from "#app/supplier/errors.ts";

/** What a kind of run does with each of its listings. */
type ListingsStep = {
  /** How many listings are worked on at once; one unless it says so. */
  readonly width?: number;
  readonly doListing: (scope: BulkScope, listingId: ListingId) => Promise<ItemOutcome | ItemWrite>;
};

/** A run over listings: what one of them is refused for does not stand in the way of those behind it. */
export function listingsSubject({ width = 1, doListing }: ListingsStep): BulkSubject {
  return {
    purpose: "page",
    width,
    itemsPerTurn: 50,
    sealsReasons: false,
    doItem: (scope, item) => doListing(scope, listingIdOf(item)),
    refusalOf,
  };
}

function listingIdOf({ id, listingId }: BulkItem): ListingId {
  invariant(listingId, `Item ${id} is about no listing`);
  return listingId;
}

/** A refusal of this one listing is its result; what stands in the way of all of them stops the run until it passes. */
function refusalOf({ ctx, run }: BulkScope, { listingId }: BulkItem, error: unknown): string | null {
  if (isShopifyError(error, "user_errors"))
    return `Shopify refused it: ${error.userErrors[0]?.message ?? error.message}`;
  if (isShopifyError(error, "not_found")) return "It is not in your store any more.";
  if (isSupplierError(error) && error.kind === "definite") return `The supplier refused it: ${error.message}`;
  if (isTransient(error) || error instanceof AppError) return null;
  // One listing's own trouble must not stand in the way of all behind it.
  const code = error instanceof Error ? error.name : "unknown";
  ctx.log.error({ event: "bulk_item_failed", runId: run.id, listingId, code });
  return "Something went wrong with this listing. It was left as it was.";
}
