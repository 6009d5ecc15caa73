import { isCancelledByUs } from "#app/domain/orders/cancellation/cancel-parcels.server.ts";
import { ourFulfillmentOrders } from "#app/domain/orders/fulfillment/our-fulfillment-orders.ts";
import type { Hold, ReadRun } from "#app/domain/orders/reconcile/order-run.ts";
import { type PlacingResult, rests } from "./placing-result.ts";

const ENDED: ReadonlySet<string> = new Set(["CANCELLED", "RETURNED"]);

/**
 * What Shopify offers again is asked about once: a parcel the service cancelled has said so already, and of one that was
 * cancelled on the merchant's word nothing is asked (R57), until it is requested in Shopify again: that waits for an
 * answer (R8).
 */
export function holdReopened(run: ReadRun, hold: Hold): PlacingResult {
  if (run.holds.some(({ code }) => code === "cancelled_by_supplier"))
    return rests({ kind: "held", code: "cancelled_by_supplier" });
  if (isCancelledByMerchant(run) && !isRequestedAnew(run)) return rests({ kind: "nothing_open" });
  return { ...rests({ kind: "held", code: hold.code }), holds: [hold] };
}

function isRequestedAnew(run: ReadRun): boolean {
  return ourFulfillmentOrders(run).some(({ requestStatus }) => requestStatus === "SUBMITTED");
}

/** Every parcel that ended was cancelled by us, and all it was made from as the merchant asked in Shopify. */
function isCancelledByMerchant(run: ReadRun): boolean {
  const { handoffs, fulfillmentOrders } = run.record;
  const ended = handoffs.filter(({ parcels }) => parcels.some(({ status }) => ENDED.has(status)));
  // Nobody but us accepts there: whoever died before writing the answer down has given it all the same.
  const accepted = new Set([
    ...fulfillmentOrders.filter(({ cancelAnswer }) => cancelAnswer === "accepted").map(({ gid }) => gid),
    ...run.shopify.fulfillmentOrders
      .filter(({ requestStatus }) => requestStatus === "CANCELLATION_ACCEPTED")
      .map(({ id }) => id),
  ]);
  const isRequested = ended.every(({ fulfillmentOrderGids }) =>
    fulfillmentOrderGids.every((gid) => accepted.has(gid)),
  );
  const parcels = ended.flatMap((handoff) => handoff.parcels).filter(({ status }) => ENDED.has(status));
  return (
    ended.length > 0 &&
    isRequested &&
    parcels.every((parcel) => parcel.status === "CANCELLED" && isCancelledByUs(run, parcel))
  );
}
