import { failpoint } from "#app/platform/failpoint.ts";
import { closeFulfillmentOrder } from "#app/shopify/operations/close-fulfillment-order.ts";
import { isCancelledByUs } from "../cancel/cancel-parcels.server.ts";
import type { ParcelRecord } from "../order-record.server.ts";
import { changed, goOn, noteFulfillmentOrder, type ReadRun, type StageResult } from "../order-run.ts";
import { writeUnderLease } from "../write-under-lease.server.ts";
import { handoffsOf, ourFulfillmentOrders } from "./our-fulfillment-orders.ts";

/**
 * Gives fulfillment orders whose parcels were all cancelled back to the merchant, with the reason. Where a sibling
 * parcel is still alive only a person can decide (R11).
 */
export async function giveBack(run: ReadRun): Promise<StageResult> {
  let result: StageResult = goOn;
  for (const fulfillmentOrder of ourFulfillmentOrders(run).filter((each) => each.status === "IN_PROGRESS")) {
    const parcels = handoffsOf(run, fulfillmentOrder.id).flatMap((handoff) => handoff.parcels);
    if (parcels.length === 0 || parcels.some((parcel) => parcel.status !== "CANCELLED")) continue;
    await close(run, fulfillmentOrder.id, reasonOf(parcels));
    result = changed;
  }
  needPersonForCancelled(run);
  return result;
}

async function close(run: ReadRun, id: string, reason: string): Promise<void> {
  await closeFulfillmentOrder(run.ctx.admin, { id, message: reason });
  failpoint("P7");
  noteFulfillmentOrder(run, id, { status: "CLOSED", requestStatus: "CLOSED" });
  await writeUnderLease(run, async ({ tx, tell }) => {
    const where = { shopId_gid: { shopId: run.ctx.shop.id, gid: id } };
    await tx.fulfillmentOrder.update({ where, data: { closedAt: run.ctx.clock.now() } });
    await tell({ actor: "karwan", code: "work_came_back", params: { reason } });
  });
}

function reasonOf(parcels: readonly ParcelRecord[]): string {
  return (
    parcels.find((parcel) => parcel.cancellationReason)?.cancellationReason ?? "The parcel was cancelled."
  );
}

/** Parcels the service cancelled of its own accord: that part is the merchant's again, until it is handed off anew. */
function needPersonForCancelled(run: ReadRun): void {
  const { handoffs } = run.record;
  const latest = Math.max(
    0,
    ...handoffs.filter(({ state }) => state !== "refused").map((each) => each.sequence),
  );
  const parcels = handoffs
    .filter(({ sequence }) => sequence === latest)
    .flatMap((handoff) => handoff.parcels);
  const byService = parcels.filter(
    (parcel) => parcel.status === "CANCELLED" && !isCancelledByUs(run, parcel),
  );
  if (byService.length === 0 || run.shopify.cancelledAt) return;
  const params = { parcels: byService.length, reason: reasonOf(byService) };
  run.needs.push({ code: "cancelled_by_supplier", params });
}
