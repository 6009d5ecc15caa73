import { settleDecisions } from "#app/domain/orders/commands/decisions/record-decision.server.ts";
import { handoffsOf, ourFulfillmentOrders } from "#app/domain/orders/fulfillment/our-fulfillment-orders.ts";
import { pendingCancellation } from "#app/domain/orders/placement/gate/pending-cancellation.ts";
import { writeInLeaseTransaction } from "#app/domain/orders/reconcile/lease-writes.server.ts";
import type { ReadRun } from "#app/domain/orders/reconcile/order-run.ts";
import { withFulfillmentOrder } from "#app/domain/orders/reconcile/shopify-changes.ts";
import { continued, requeuedForReopened, type StepResult } from "#app/domain/orders/reconcile/step-result.ts";
import { isolateUserErrors } from "#app/domain/orders/reconcile/take-turns.server.ts";
import type { FulfillmentOrderGid } from "#app/platform/ids.ts";
import { failpoint } from "#app/platform/process/failpoint.ts";
import { acceptCancellationRequest } from "#app/shopify/operations/fulfillment/accept-cancellation-request.ts";
import { rejectCancellationRequest } from "#app/shopify/operations/fulfillment/reject-cancellation-request.ts";
import type { ShopifyFulfillmentOrder } from "#app/shopify/order.ts";
import type { CancelAnswer } from "./cancel-answer.ts";
import { type CancelOutcome, cancelParcels, toWaiting } from "./cancel-parcels.server.ts";
import { tooLateMessage } from "./too-late-message.ts";

const REASON = "Cancelled by the store";

/** Answers each pending cancellation request truthfully (R39): asks the service first, then answers Shopify. */
export function answerCancellations(run: ReadRun): Promise<StepResult> {
  return isolateUserErrors(run, ourFulfillmentOrders(run), async (now, fulfillmentOrder) => {
    const pending = findPending(now, fulfillmentOrder);
    if (!pending) return continued;
    const outcome = await cancelParcels(now, {
      handoffs: handoffsOf(now, fulfillmentOrder.id),
      onlyLines: new Set(fulfillmentOrder.lines.map((line) => line.lineId)),
      trigger: `request:${fulfillmentOrder.id}:${pending.sentAt}`,
      reason: REASON,
    });
    if (outcome.kind === "outcome_unknown") return toWaiting(outcome);
    return answer(now, { id: fulfillmentOrder.id, sentAt: pending.sentAt, outcome });
  });
}

function findPending(run: ReadRun, fulfillmentOrder: ShopifyFulfillmentOrder) {
  const ours = run.record.fulfillmentOrders.find((each) => each.gid === fulfillmentOrder.id);
  return pendingCancellation({
    merchantRequests: fulfillmentOrder.merchantRequests,
    requestStatus: fulfillmentOrder.requestStatus,
    status: fulfillmentOrder.status,
    lastAnswerAt: ours?.cancelAnsweredAt?.toISOString() ?? null,
  });
}

type CancellationAnswer = {
  readonly id: FulfillmentOrderGid;
  readonly sentAt: string;
  readonly outcome: Exclude<CancelOutcome, { kind: "outcome_unknown" }>;
};

async function answer(run: ReadRun, { id, sentAt, outcome }: CancellationAnswer): Promise<StepResult> {
  const tooLate = outcome.kind === "too_late" ? tooLateMessage(outcome) : null;
  if (tooLate === null) {
    await acceptCancellationRequest(run.ctx.admin, { id, message: "Cancelled; nothing will be shipped." });
  } else {
    await rejectCancellationRequest(run.ctx.admin, { id, message: tooLate });
  }
  const verdict: CancelAnswer = tooLate === null ? "accepted" : "rejected";
  failpoint("C1");
  await writeInLeaseTransaction(run, async ({ tx, addFact }) => {
    await tx.fulfillmentOrder.update({
      where: { shopId_gid: { shopId: run.ctx.shop.id, gid: id } },
      data: { cancelAnsweredAt: notBefore(run.ctx.clock.now(), sentAt), cancelAnswer: verdict },
    });
    if (tooLate === null) {
      const scope = { shopId: run.ctx.shop.id, orderId: run.record.id };
      await settleDecisions(tx, scope, ["replace"], run.ctx.clock.now());
    }
    await addFact({
      actor: "karwan",
      code: `cancellation_${verdict}`,
      params: tooLate === null ? {} : { reason: tooLate },
    });
  });
  if (tooLate !== null)
    return { shopify: withFulfillmentOrder(run.shopify, id, { requestStatus: "CANCELLATION_REJECTED" }) };
  const closed = { status: "CLOSED", requestStatus: "CANCELLATION_ACCEPTED" };
  return { ...requeuedForReopened, shopify: withFulfillmentOrder(run.shopify, id, closed) };
}

/** Our clock may run behind Shopify's: an answer never looks older than its request. */
function notBefore(now: Date, sentAt: string): Date {
  const asked = Date.parse(sentAt);
  return asked > now.getTime() ? new Date(asked) : now;
}
