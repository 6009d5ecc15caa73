import { holdsAny, isCancelledByUs } from "#app/domain/orders/cancellation/cancel-parcels.server.ts";
import { requestedAt } from "#app/domain/orders/commands/decisions/standing-decision.ts";
import { openCancellationReason } from "#app/domain/orders/parcels/cancellation-reason.ts";
import { countUnits } from "#app/domain/orders/placement/count-units.ts";
import { writeInLeaseTransaction } from "#app/domain/orders/reconcile/lease-writes.server.ts";
import type { ParcelRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import type { ReadRun } from "#app/domain/orders/reconcile/order-run.ts";
import { withFulfillmentOrder } from "#app/domain/orders/reconcile/shopify-changes.ts";
import {
  continued,
  joinResults,
  mergeResult,
  requeuedForReopened,
  type StepResult,
} from "#app/domain/orders/reconcile/step-result.ts";
import { isolateUserErrors } from "#app/domain/orders/reconcile/take-turns.server.ts";
import type { FulfillmentOrderGid } from "#app/platform/ids.ts";
import { failpoint } from "#app/platform/process/failpoint.ts";
import { closeFulfillmentOrder } from "#app/shopify/operations/fulfillment/close-fulfillment-order.ts";
import type { ShopifyFulfillmentOrder } from "#app/shopify/order.ts";
import { handoffsOf, ourFulfillmentOrders } from "./our-fulfillment-orders.ts";

/**
 * Gives fulfillment orders back to the merchant, with the reason, once what is left in them belonged to parcels that
 * were cancelled. While a sibling parcel still has to leave from the same one, only a person can decide (R11).
 */
export async function closeFulfillmentOrders(run: ReadRun): Promise<StepResult> {
  // Fulfillment orders that are placed again in a moment stay open.
  if (requestedAt(run.record.decisions, "replace")) return continued;
  const result = await isolateUserErrors(run, ourFulfillmentOrders(run), async (now, fulfillmentOrder) => {
    const parcels = parcelsOf(now, fulfillmentOrder);
    const cancelled = parcels.filter((parcel) => parcel.status === "CANCELLED");
    const isOver = parcels.every((parcel) => parcel.status === "CANCELLED" || parcel.fulfillmentGid !== null);
    if (fulfillmentOrder.status !== "IN_PROGRESS" || cancelled.length === 0 || !isOver) return continued;
    return closeOne(now, fulfillmentOrder.id, reasonOf(now, cancelled));
  });
  return joinResults(result, findCancelledBySupplierHold(mergeResult(run, result)));
}

/** The parcels that hold, or may hold, units of a fulfillment order. */
function parcelsOf(run: ReadRun, { id, lines }: ShopifyFulfillmentOrder): readonly ParcelRecord[] {
  const here = new Set(lines.map((line) => line.lineId));
  return handoffsOf(run, id).flatMap((handoff) =>
    handoff.parcels.filter((parcel) => holdsAny(handoff, parcel, here)),
  );
}

async function closeOne(run: ReadRun, id: FulfillmentOrderGid, reason: string): Promise<StepResult> {
  await closeFulfillmentOrder(run.ctx.admin, { id, message: reason });
  failpoint("P7");
  await writeInLeaseTransaction(run, async ({ tx, addFact }) => {
    const where = { shopId_gid: { shopId: run.ctx.shop.id, gid: id } };
    await tx.fulfillmentOrder.update({ where, data: { closedAt: run.ctx.clock.now() } });
    await addFact({ actor: "karwan", code: "work_came_back", params: { reason } });
  });
  const shopify = withFulfillmentOrder(run.shopify, id, { status: "CLOSED", requestStatus: "CLOSED" });
  return { ...requeuedForReopened, shopify };
}

function reasonOf({ ctx }: ReadRun, parcels: readonly ParcelRecord[]): string {
  const reasons = parcels.map((parcel) => openCancellationReason(ctx, parcel));
  return reasons.find(Boolean) ?? "The parcel was cancelled.";
}

/**
 * True when a fulfillment order of ours is open, or was closed just now and reopens; else nothing is left to decide.
 */
function isReopened(run: ReadRun): boolean {
  const isOpen = countUnits(run, run.record.handoffs).some(({ unallocated }) => unallocated.length > 0);
  return isOpen || run.requeueDelaysMs.length > 0;
}

/** Parcels the service cancelled of its own accord: that part is the merchant's again, until it is handed off anew. */
function findCancelledBySupplierHold(run: ReadRun): StepResult {
  const latest = run.record.handoffs.findLast(({ state }) => state !== "refused");
  const byService = (latest?.parcels ?? []).filter(
    (parcel) => parcel.status === "CANCELLED" && !isCancelledByUs(run, parcel),
  );
  if (byService.length === 0 || run.shopify.cancelledAt) return continued;
  if (requestedAt(run.record.decisions, "cancel")) return continued;
  if (!isReopened(run)) return continued;
  const params = { parcels: byService.length, reason: reasonOf(run, byService) };
  return { holds: [{ code: "cancelled_by_supplier", params }] };
}
