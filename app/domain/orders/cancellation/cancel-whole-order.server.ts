import { findDecision } from "#app/domain/orders/commands/decisions/standing-decision.ts";
import { writeInLeaseTransaction } from "#app/domain/orders/reconcile/lease-writes.server.ts";
import type { ReadRun } from "#app/domain/orders/reconcile/order-run.ts";
import { continued, type StepResult } from "#app/domain/orders/reconcile/step-result.ts";
import { takeTurns } from "#app/domain/orders/reconcile/take-turns.server.ts";
import { actorOf, CUSTOMER } from "#app/domain/timeline/fact-vocabulary.ts";
import { cancelParcels, toWaiting } from "./cancel-parcels.server.ts";

type CancelRequest = {
  readonly trigger: string;
  readonly reason: string;
  readonly actor: "shopify" | "person" | "customer";
};

/** Stops what still can be stopped when the order was cancelled in Shopify, or a person pressed *Cancel*. */
export function cancelWholeOrder(run: ReadRun): Promise<StepResult> {
  return takeTurns(run, findCancelRequests(run), async (now, request) => {
    const handoffs = now.record.handoffs.filter((handoff) => handoff.state === "placed");
    const open = handoffs
      .flatMap((handoff) => handoff.parcels)
      .filter((parcel) => parcel.status !== "CANCELLED");
    if (open.length === 0) return continued;
    const outcome = await cancelParcels(now, { handoffs, ...request });
    if (outcome.kind === "outcome_unknown") return toWaiting(outcome);
    const isTooLate =
      outcome.kind === "too_late" && outcome.parcels.some((parcel) => !isFinal(parcel.status));
    if (!isTooLate) return continued;
    return { holds: [{ code: "too_late_to_cancel", params: { parcels: outcome.parcels.length } }] };
  });
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
  const requested = findDecision(record.decisions, "cancel");
  if (requested) {
    const trigger = `pressed:${requested.at.toISOString()}`;
    const who = requested.by === CUSTOMER ? "customer" : "store";
    requests.push({ trigger, reason: `Cancelled by the ${who}`, actor: actorOf(requested.by) });
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
  return continued;
}
