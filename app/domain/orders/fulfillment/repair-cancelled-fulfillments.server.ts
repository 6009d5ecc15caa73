import { isDismissed } from "#app/domain/orders/commands/decisions/standing-decision.ts";
import type { ParcelRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import type { ReadRun } from "#app/domain/orders/reconcile/order-run.ts";
import { continued, joinResults, type StepResult } from "#app/domain/orders/reconcile/step-result.ts";
import { isolateUserErrors } from "#app/domain/orders/reconcile/take-turns.server.ts";
import { isCancelledInShopify, shownOf } from "./fulfillment-rounds.ts";
import { fulfillmentsOfOthers, linkFulfillment } from "./link-fulfillment.server.ts";

/**
 * A fulfillment that was cancelled in Shopify does not stop its parcel: the courier still has it and will collect. Its
 * units are never placed again by themselves (R34); a person fulfils them again here or in Shopify, or leaves it.
 */
export async function repairCancelledFulfillments(run: ReadRun): Promise<StepResult> {
  if (run.shopify.cancelledAt) return continued;
  const parcels = run.record.handoffs.flatMap((handoff) => handoff.parcels);
  const cancelled = parcels.filter(
    (parcel) => parcel.status !== "RETURNED" && isCancelledInShopify(run.shopify, parcel),
  );
  const unrepaired: ParcelRecord[] = [];
  const result = await isolateUserErrors(run, cancelled, async (now, parcel) => {
    if (await adoptByTrackingNumber(now, parcel)) return continued;
    if (!isDismissed(now.record, "fulfillment_cancelled", shownOf(parcel))) unrepaired.push(parcel);
    return continued;
  });
  if (unrepaired.length === 0) return result;
  return joinResults(result, { holds: [{ code: "fulfillment_cancelled", params: toParams(unrepaired) }] });
}

function toParams(parcels: readonly ParcelRecord[]) {
  const [first] = parcels;
  return {
    ...{ part: first?.part ?? 1, of: first?.of ?? 1, number: first?.trackingNumber ?? null },
    parcels: parcels.map(({ id, fulfillmentGid }) => ({ id, fulfillmentGid })),
  };
}

/** The merchant has fulfilled it again by hand, under the same tracking number. */
async function adoptByTrackingNumber(run: ReadRun, parcel: ParcelRecord): Promise<boolean> {
  const { trackingNumber } = parcel;
  const others = fulfillmentsOfOthers(run, parcel);
  const found = run.shopify.fulfillments.find(
    ({ id, status, locationId, tracking }) =>
      status === "SUCCESS" &&
      locationId === run.locationGid &&
      !others.has(id) &&
      trackingNumber !== null &&
      tracking.some(({ number }) => number === trackingNumber),
  );
  if (found)
    await linkFulfillment(run, parcel, { id: found.id, name: found.name, code: "fulfillment_adopted" });
  return found !== undefined;
}
