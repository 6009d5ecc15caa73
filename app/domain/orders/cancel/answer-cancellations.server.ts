import { failpoint } from "#app/platform/failpoint.ts";
import { acceptCancellationRequest } from "#app/shopify/operations/accept-cancellation-request.ts";
import { rejectCancellationRequest } from "#app/shopify/operations/reject-cancellation-request.ts";
import type { ShopifyFulfillmentOrder } from "#app/shopify/order.ts";
import { noWish } from "../changes/no-wish.ts";
import { handoffsOf, ourFulfillmentOrders } from "../fulfillment/our-fulfillment-orders.ts";
import { pendingCancellation } from "../gate/pending-cancellation.ts";
import {
  changed,
  goOn,
  lookAgain,
  lookAtOfferedAgain,
  noteFulfillmentOrder,
  type ReadRun,
  type StageResult,
} from "../order-run.ts";
import { eachAlone } from "../stand-alone.server.ts";
import { writeUnderLease } from "../write-under-lease.server.ts";
import { type CancelOutcome, cancelParcels } from "./cancel-parcels.server.ts";
import { tooLateMessage } from "./too-late-message.ts";

const REASON = "Cancelled by the store";

/** Answers each pending cancellation request truthfully (R39): the service is asked first, Shopify told after. */
export function answerCancellations(run: ReadRun): Promise<StageResult> {
  return eachAlone(run, ourFulfillmentOrders(run), async (fulfillmentOrder) => {
    const pending = findPending(run, fulfillmentOrder);
    if (!pending) return goOn;
    const outcome = await cancelParcels(run, {
      handoffs: handoffsOf(run, fulfillmentOrder.id),
      onlyLines: new Set(fulfillmentOrder.lines.map((line) => line.lineId)),
      trigger: `request:${fulfillmentOrder.id}:${pending.sentAt}`,
      reason: REASON,
    });
    if (outcome.kind === "unsure" && outcome.putOff) {
      lookAgain(run, outcome.retryInMs);
      return goOn;
    }
    if (outcome.kind === "unsure") return { kind: "come_again", delayMs: outcome.retryInMs };
    await answer(run, { id: fulfillmentOrder.id, sentAt: pending.sentAt, outcome });
    return changed;
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

type Answer = {
  readonly id: string;
  readonly sentAt: string;
  readonly outcome: Exclude<CancelOutcome, { kind: "unsure" }>;
};

async function answer(run: ReadRun, { id, sentAt, outcome }: Answer): Promise<void> {
  const tooLate = outcome.kind === "too_late" ? tooLateMessage(outcome) : null;
  if (tooLate === null) {
    await acceptCancellationRequest(run.ctx.admin, { id, message: "Cancelled; nothing will be shipped." });
    noteFulfillmentOrder(run, id, { status: "CLOSED", requestStatus: "CANCELLATION_ACCEPTED" });
    lookAtOfferedAgain(run);
  } else {
    await rejectCancellationRequest(run.ctx.admin, { id, message: tooLate });
    noteFulfillmentOrder(run, id, { requestStatus: "CANCELLATION_REJECTED" });
  }
  const verdict = tooLate === null ? "accepted" : "rejected";
  failpoint("C1");
  await writeUnderLease(run, async ({ tx, tell }) => {
    await tx.fulfillmentOrder.update({
      where: { shopId_gid: { shopId: run.ctx.shop.id, gid: id } },
      data: { cancelAnsweredAt: notBefore(run.ctx.clock.now(), sentAt), cancelAnswer: verdict },
    });
    if (tooLate === null) {
      const where = { shopId_id: { shopId: run.ctx.shop.id, id: run.record.id } };
      await tx.order.update({ where, data: noWish });
    }
    await tell({
      actor: "karwan",
      code: `cancellation_${verdict}`,
      params: tooLate === null ? {} : { reason: tooLate },
    });
  });
}

/** Our clock may run behind Shopify's: an answer never looks older than its request. */
function notBefore(now: Date, sentAt: string): Date {
  const asked = Date.parse(sentAt);
  return asked > now.getTime() ? new Date(asked) : now;
}
