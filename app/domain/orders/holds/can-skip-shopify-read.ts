import { findDecision } from "#app/domain/orders/commands/decisions/standing-decision.ts";
import type { OrderRun } from "#app/domain/orders/reconcile/order-run.ts";

/** A parcel that is still with the service: nothing of it shows in Shopify yet. */
const WITH_SUPPLIER: ReadonlySet<string> = new Set(["RECEIVED", "CONFIRMED", "PROCESSING"]);

/**
 * Whether a run may end without reading Shopify: all that called for it were reports, the order is placed and waits for
 * nobody, and what the service reported changes nothing there (D-39).
 */
export function canSkipShopifyRead(run: OrderRun): boolean {
  return !run.claim.needsRead && isAtRest(run);
}

/** Whether all was placed, nobody is waited for, and nothing the service has reported shows in Shopify. */
export function isAtRest({ record, holds, hasPlacementConflict }: OrderRun): boolean {
  if (hasPlacementConflict || holds.length > 0) return false;
  if (record.state !== "placed" || record.hasOpenIssue || record.holdCode !== null) return false;
  const isRequested = (["place", "cancel", "replace"] as const).some((kind) =>
    findDecision(record.decisions, kind),
  );
  if (isRequested) return false;
  return record.handoffs.every(
    ({ state, parcels }) =>
      state === "placed" &&
      parcels.every(
        (parcel) =>
          WITH_SUPPLIER.has(parcel.status) && parcel.contents !== null && parcel.confirmation !== "FAILED",
      ),
  );
}
