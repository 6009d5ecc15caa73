import { writeInLeaseTransaction } from "#app/domain/orders/reconcile/lease-writes.server.ts";
import {
  changed,
  continued,
  type ReadRun,
  requeueAfter,
  type StepResult,
} from "#app/domain/orders/reconcile/order-run.ts";
import { cancelParcels } from "./cancel-parcels.server.ts";

type CancelRequest = {
  readonly trigger: string;
  readonly reason: string;
  readonly actor: "shopify" | "person";
};

/** Stops what still can be stopped when the order was cancelled in Shopify, or a person pressed *Cancel*. */
export async function cancelWholeOrder(run: ReadRun): Promise<StepResult> {
  let result: StepResult = continued;
  for (const request of findCancelRequests(run)) {
    const handoffs = run.record.handoffs.filter((handoff) => handoff.state === "placed");
    const open = handoffs
      .flatMap((handoff) => handoff.parcels)
      .filter((parcel) => parcel.status !== "CANCELLED");
    if (open.length === 0) continue;
    const outcome = await cancelParcels(run, { handoffs, ...request });
    if (outcome.kind === "outcome_unknown" && outcome.isPostponed) {
      requeueAfter(run, outcome.requeueAfterMs);
      continue;
    }
    if (outcome.kind === "outcome_unknown") return { kind: "requeue_after", delayMs: outcome.requeueAfterMs };
    if (outcome.kind === "too_late" && outcome.parcels.some((parcel) => !isFinal(parcel.status))) {
      run.holds.push({ code: "too_late_to_cancel", params: { parcels: outcome.parcels.length } });
    }
    result = changed;
  }
  return result;
}

function findCancelRequests({ shopify, record }: ReadRun): CancelRequest[] {
  const requests: CancelRequest[] = [];
  if (shopify.cancelledAt) {
    requests.push({
      trigger: "shopify_cancelled",
      reason: "The order was cancelled in the store",
      actor: "shopify",
    });
  }
  if (record.cancelRequestedAt) {
    const trigger = `pressed:${record.cancelRequestedAt.toISOString()}`;
    requests.push({ trigger, reason: "Cancelled by the store", actor: "person" });
  }
  return requests;
}

function isFinal(status: string): boolean {
  return status === "DELIVERED" || status === "RETURNED";
}

/** Records once that Shopify cancelled the order. */
export async function recordCancelled(run: ReadRun): Promise<StepResult> {
  const { shopify, record } = run;
  if (!shopify.cancelledAt || record.cancelledAt) return continued;
  const cancelledAt = new Date(shopify.cancelledAt);
  await writeInLeaseTransaction(run, async ({ tx, addFact }) => {
    const where = { shopId_id: { shopId: run.ctx.shop.id, id: record.id } };
    await tx.order.update({ where, data: { cancelledAt } });
    await addFact({
      actor: "shopify",
      code: "order_cancelled",
      params: { reason: shopify.cancelReason },
      at: cancelledAt,
    });
  });
  return changed;
}
