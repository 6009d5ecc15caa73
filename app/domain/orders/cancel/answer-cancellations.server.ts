import { failpoint } from "#app/platform/failpoint.ts";
import { acceptCancellationRequest } from "#app/shopify/operations/accept-cancellation-request.ts";
import { rejectCancellationRequest } from "#app/shopify/operations/reject-cancellation-request.ts";
import type { ShopifyFulfillmentOrder } from "#app/shopify/order.ts";
import { handoffsOf, ourFulfillmentOrders } from "../fulfillment/our-fulfillment-orders.ts";
import { pendingCancellation } from "../gate/pending-cancellation.ts";
import {
  changed,
  goOn,
  lookAgain,
  noteFulfillmentOrder,
  type ReadRun,
  type StageResult,
} from "../order-run.ts";
import { writeUnderLease } from "../write-under-lease.server.ts";
import { cancelParcels } from "./cancel-parcels.server.ts";

const REASON = "Cancelled by the store";
const TOO_LATE = "The parcel is already packed or on its way and can no longer be stopped.";

/** Answers each pending cancellation request truthfully (R39): the service is asked first, Shopify told after. */
export async function answerCancellations(run: ReadRun): Promise<StageResult> {
  let result: StageResult = goOn;
  for (const fulfillmentOrder of ourFulfillmentOrders(run)) {
    const pending = findPending(run, fulfillmentOrder);
    if (!pending) continue;
    const outcome = await cancelParcels(run, {
      handoffs: handoffsOf(run, fulfillmentOrder.id),
      onlyLines: new Set(fulfillmentOrder.lines.map((line) => line.lineId)),
      trigger: `request:${fulfillmentOrder.id}:${pending.sentAt}`,
      reason: REASON,
    });
    if (outcome.kind === "unsure" && outcome.putOff) {
      lookAgain(run, outcome.retryInMs);
      continue;
    }
    if (outcome.kind === "unsure") return { kind: "come_again", delayMs: outcome.retryInMs };
    const verdict = outcome.kind === "all_cancelled" ? "accepted" : "rejected";
    await answer(run, { id: fulfillmentOrder.id, sentAt: pending.sentAt, verdict });
    result = changed;
  }
  return result;
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

type Answer = { readonly id: string; readonly sentAt: string; readonly verdict: "accepted" | "rejected" };

async function answer(run: ReadRun, { id, sentAt, verdict }: Answer): Promise<void> {
  if (verdict === "accepted") {
    await acceptCancellationRequest(run.ctx.admin, { id, message: "Cancelled; nothing will be shipped." });
    noteFulfillmentOrder(run, id, { status: "CLOSED", requestStatus: "CANCELLATION_ACCEPTED" });
  } else {
    await rejectCancellationRequest(run.ctx.admin, { id, message: TOO_LATE });
    noteFulfillmentOrder(run, id, { requestStatus: "CANCELLATION_REJECTED" });
  }
  failpoint("C1");
  await writeUnderLease(run, async ({ tx, tell }) => {
    await tx.fulfillmentOrder.update({
      where: { shopId_gid: { shopId: run.ctx.shop.id, gid: id } },
      data: { cancelAnsweredAt: notBefore(run.ctx.clock.now(), sentAt), cancelAnswer: verdict },
    });
    await tell({
      actor: "karwan",
      code: `cancellation_${verdict}`,
      params: verdict === "rejected" ? { reason: TOO_LATE } : {},
    });
  });
}

/** Our clock may run behind Shopify's: an answer never looks older than its request. */
function notBefore(now: Date, sentAt: string): Date {
  const asked = Date.parse(sentAt);
  return asked > now.getTime() ? new Date(asked) : now;
}
