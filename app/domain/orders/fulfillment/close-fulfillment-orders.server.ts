import { holdsAny, isCancelledByUs } from "#app/domain/orders/cancellation/cancel-parcels.server.ts";
import { openCancellationReason } from "#app/domain/orders/parcels/cancellation-reason.ts";
import { countUnits } from "#app/domain/orders/placement/count-units.ts";
import { isolateUserErrors } from "#app/domain/orders/reconcile/isolate-user-errors.server.ts";
import { writeInLeaseTransaction } from "#app/domain/orders/reconcile/lease-writes.server.ts";
import type { ParcelRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import {
  changed,
  continued,
  type ReadRun,
  requeueForReopened,
  type StepResult,
  updateFulfillmentOrder,
} from "#app/domain/orders/reconcile/order-run.ts";
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
  if (run.record.replaceRequestedAt) return continued;
  const result = await isolateUserErrors(run, ourFulfillmentOrders(run), async (fulfillmentOrder) => {
    const parcels = parcelsOf(run, fulfillmentOrder);
    const cancelled = parcels.filter((parcel) => parcel.status === "CANCELLED");
    const isOver = parcels.every((parcel) => parcel.status === "CANCELLED" || parcel.fulfillmentGid !== null);
    if (fulfillmentOrder.status !== "IN_PROGRESS" || cancelled.length === 0 || !isOver) return continued;
    await closeOne(run, fulfillmentOrder.id, reasonOf(run, cancelled));
    return changed;
  });
  addCancelledBySupplierHold(run);
  return result;
}

/** The parcels that hold, or may hold, units of a fulfillment order. */
function parcelsOf(run: ReadRun, { id, lines }: ShopifyFulfillmentOrder): readonly ParcelRecord[] {
  const here = new Set(lines.map((line) => line.lineId));
  return handoffsOf(run, id).flatMap((handoff) =>
    handoff.parcels.filter((parcel) => holdsAny(handoff, parcel, here)),
  );
}

async function closeOne(run: ReadRun, id: string, reason: string): Promise<void> {
  await closeFulfillmentOrder(run.ctx.admin, { id, message: reason });
  failpoint("P7");
  updateFulfillmentOrder(run, id, { status: "CLOSED", requestStatus: "CLOSED" });
  requeueForReopened(run);
  await writeInLeaseTransaction(run, async ({ tx, addFact }) => {
    const where = { shopId_gid: { shopId: run.ctx.shop.id, gid: id } };
    await tx.fulfillmentOrder.update({ where, data: { closedAt: run.ctx.clock.now() } });
    await addFact({ actor: "karwan", code: "work_came_back", params: { reason } });
  });
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
function addCancelledBySupplierHold(run: ReadRun): void {
  const latest = run.record.handoffs.findLast(({ state }) => state !== "refused");
  const byService = (latest?.parcels ?? []).filter(
    (parcel) => parcel.status === "CANCELLED" && !isCancelledByUs(run, parcel),
  );
  if (byService.length === 0 || run.shopify.cancelledAt || run.record.cancelRequestedAt) return;
  if (!isReopened(run)) return;
  const params = { parcels: byService.length, reason: reasonOf(run, byService) };
  run.holds.push({ code: "cancelled_by_supplier", params });
}
