import { publishStep } from "#app/domain/catalog/channels/publish-step.server.ts";
import { deleteStep, unlinkStep } from "#app/domain/catalog/listings/leaving/leave-steps.server.ts";
import { policyStep } from "#app/domain/catalog/listings/policy/policy-step.server.ts";
import type { ListingRunSteps } from "#app/domain/catalog/listings/run/run-listing-run.server.ts";
import { repriceStep } from "#app/domain/catalog/pricing/reprice-listing.server.ts";
import { outOfStockStep } from "#app/domain/inventory/out-of-stock-step.server.ts";
import { resyncStep } from "#app/domain/product-events/resync-step.server.ts";

/** What each kind of run does with a listing. Importing has a runner of its own. */
export const listingRunSteps: ListingRunSteps = {
  delete: deleteStep,
  policy: policyStep,
  publish: publishStep,
  resync: resyncStep,
  reprice: repriceStep,
  undo: repriceStep,
  sync_prices: repriceStep,
  out_of_stock: outOfStockStep,
  unlink: unlinkStep,
};
