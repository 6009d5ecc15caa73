import { requestedAt } from "#app/domain/orders/commands/decisions/standing-decision.ts";
import { handoffsOf, ourFulfillmentOrders } from "#app/domain/orders/fulfillment/our-fulfillment-orders.ts";
import { isPlaceRequested } from "#app/domain/orders/placement/decide-placing.ts";
import { writeInLeaseTransaction } from "#app/domain/orders/reconcile/lease-writes.server.ts";
import type { ReadRun } from "#app/domain/orders/reconcile/order-run.ts";
import { withFulfillmentOrder } from "#app/domain/orders/reconcile/shopify-changes.ts";
import { continued, type StepResult } from "#app/domain/orders/reconcile/step-result.ts";
import { isolateUserErrors } from "#app/domain/orders/reconcile/take-turns.server.ts";
import { rejectFulfillmentRequest } from "#app/shopify/operations/fulfillment/reject-fulfillment-request.ts";

const REASON = "Cancelled by the store before it was placed";

/** Rejects an open fulfillment request after the merchant pressed *Cancel*: nothing of it was ever sent (R8). */
export async function rejectUnplaced(run: ReadRun): Promise<StepResult> {
  if (!requestedAt(run.record.decisions, "cancel") || isPlaceRequested(run)) return continued;
  const open = ourFulfillmentOrders(run).filter(
    (each) =>
      each.status === "OPEN" && each.requestStatus === "SUBMITTED" && handoffsOf(run, each.id).length === 0,
  );
  return isolateUserErrors(run, open, async (now, { id }) => {
    await rejectFulfillmentRequest(now.ctx.admin, { id, message: REASON, reason: "OTHER" });
    await writeInLeaseTransaction(now, async ({ tx, addFact }) => {
      const where = { shopId_gid: { shopId: now.ctx.shop.id, gid: id } };
      await tx.fulfillmentOrder.update({ where, data: { rejectedAt: now.ctx.clock.now() } });
      await addFact({ actor: "karwan", code: "request_rejected", params: { reason: REASON } });
    });
    return { shopify: withFulfillmentOrder(now.shopify, id, { requestStatus: "REJECTED" }) };
  });
}
