import { handoffsOf, ourFulfillmentOrders } from "#app/domain/orders/fulfillment/our-fulfillment-orders.ts";
import { isPlaceRequested } from "#app/domain/orders/placement/decide-placing.ts";
import { isolateUserErrors } from "#app/domain/orders/reconcile/isolate-user-errors.server.ts";
import { writeInLeaseTransaction } from "#app/domain/orders/reconcile/lease-writes.server.ts";
import {
  changed,
  continued,
  type ReadRun,
  type StepResult,
  updateFulfillmentOrder,
} from "#app/domain/orders/reconcile/order-run.ts";
import { rejectFulfillmentRequest } from "#app/shopify/operations/fulfillment/reject-fulfillment-request.ts";

const REASON = "Cancelled by the store before it was placed";

/** Rejects an open fulfillment request after the merchant pressed *Cancel*: nothing of it was ever sent (R8). */
export async function rejectUnplaced(run: ReadRun): Promise<StepResult> {
  if (!run.record.cancelRequestedAt || isPlaceRequested(run)) return continued;
  const open = ourFulfillmentOrders(run).filter(
    (each) =>
      each.status === "OPEN" && each.requestStatus === "SUBMITTED" && handoffsOf(run, each.id).length === 0,
  );
  return isolateUserErrors(run, open, async ({ id }) => {
    await rejectFulfillmentRequest(run.ctx.admin, { id, message: REASON, reason: "OTHER" });
    updateFulfillmentOrder(run, id, { requestStatus: "REJECTED" });
    await writeInLeaseTransaction(run, async ({ tx, addFact }) => {
      const where = { shopId_gid: { shopId: run.ctx.shop.id, gid: id } };
      await tx.fulfillmentOrder.update({ where, data: { rejectedAt: run.ctx.clock.now() } });
      await addFact({ actor: "karwan", code: "request_rejected", params: { reason: REASON } });
    });
    return changed;
  });
}
