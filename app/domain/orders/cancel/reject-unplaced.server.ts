import { rejectFulfillmentRequest } from "#app/shopify/operations/reject-fulfillment-request.ts";
import { handoffsOf, ourFulfillmentOrders } from "../fulfillment/our-fulfillment-orders.ts";
import { isPressed } from "../handoff/decide-placing.ts";
import { changed, goOn, noteFulfillmentOrder, type ReadRun, type StageResult } from "../order-run.ts";
import { eachAlone } from "../stand-alone.server.ts";
import { writeUnderLease } from "../write-under-lease.server.ts";

const REASON = "Cancelled by the store before it was placed";

/** A request that is open while the merchant has pressed *Cancel* is given back: nothing of it was ever sent (R8). */
export async function rejectUnplaced(run: ReadRun): Promise<StageResult> {
  if (!run.record.cancelRequestedAt || isPressed(run)) return goOn;
  const open = ourFulfillmentOrders(run).filter(
    (each) =>
      each.status === "OPEN" && each.requestStatus === "SUBMITTED" && handoffsOf(run, each.id).length === 0,
  );
  return eachAlone(run, open, async ({ id }) => {
    await rejectFulfillmentRequest(run.ctx.admin, { id, message: REASON, reason: "OTHER" });
    noteFulfillmentOrder(run, id, { requestStatus: "REJECTED" });
    await writeUnderLease(run, async ({ tx, tell }) => {
      const where = { shopId_gid: { shopId: run.ctx.shop.id, gid: id } };
      await tx.fulfillmentOrder.update({ where, data: { rejectedAt: run.ctx.clock.now() } });
      await tell({ actor: "karwan", code: "request_rejected", params: { reason: REASON } });
    });
    return changed;
  });
}
