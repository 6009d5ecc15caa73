import { holdEnds, holdSentence, isHoldCode } from "#app/domain/messages/holds/hold-codes.ts";
import { writeInLeaseTransaction } from "#app/domain/orders/reconcile/lease-writes.server.ts";
import type { ReadRun } from "#app/domain/orders/reconcile/order-run.ts";
import { withFulfillmentOrder } from "#app/domain/orders/reconcile/shopify-changes.ts";
import { continued, requeueAfter, type StepResult } from "#app/domain/orders/reconcile/step-result.ts";
import { isolateUserErrors } from "#app/domain/orders/reconcile/take-turns.server.ts";
import type { FulfillmentOrderGid } from "#app/platform/ids.ts";
import { rejectFulfillmentRequest } from "#app/shopify/operations/fulfillment/reject-fulfillment-request.ts";
import type { ShopifyFulfillmentOrder } from "#app/shopify/order.ts";
import { handoffsOf, ourFulfillmentOrders } from "./our-fulfillment-orders.ts";

/** Shopify expects an answer to a request within four hours (rule R8). */
const ANSWER_WITHIN_MS = 3 * 60 * 60_000;

/**
 * Answers the requests of an order that is held or waits: one that can still be placed stays open for three hours, then
 * it is rejected with the reason; one that never can be is rejected at once. While an outcome is unknown none is.
 */
export async function answerHeldRequests(run: ReadRun, code: string | null): Promise<StepResult> {
  if (code === null || run.record.handoffs.some(({ state }) => state === "sending")) return continued;
  const open = ourFulfillmentOrders(run).filter(
    (each) =>
      each.status === "OPEN" && each.requestStatus === "SUBMITTED" && handoffsOf(run, each.id).length === 0,
  );
  return isolateUserErrors(run, open, async (now, fulfillmentOrder) => {
    const leftMs = answerTimeLeftMs(now, fulfillmentOrder, code);
    return leftMs > 0 ? requeueAfter(leftMs) : reject(now, fulfillmentOrder.id, code);
  });
}

function answerTimeLeftMs(run: ReadRun, fulfillmentOrder: ShopifyFulfillmentOrder, code: string): number {
  if (isHoldCode(code) && holdEnds(code) === "never") return 0;
  const requestedAt = lastRequest(fulfillmentOrder)?.sentAt ?? fulfillmentOrder.updatedAt;
  return Date.parse(requestedAt) + ANSWER_WITHIN_MS - run.ctx.clock.now().getTime();
}

/** The merchant's last request for a fulfillment order, with whether Shopify is to notify the customer. */
export function lastRequest({ merchantRequests }: Pick<ShopifyFulfillmentOrder, "merchantRequests">) {
  return merchantRequests
    .filter(({ kind }) => kind === "FULFILLMENT_REQUEST")
    .toSorted((a, b) => Date.parse(a.sentAt) - Date.parse(b.sentAt))
    .at(-1);
}

/** What it is rejected for is written before it is: that it was ours, and why, is known after any interruption. */
async function reject(run: ReadRun, gid: FulfillmentOrderGid, code: string): Promise<StepResult> {
  const where = { shopId_gid: { shopId: run.ctx.shop.id, gid } };
  const reason = reasonOf(run, code);
  await writeInLeaseTransaction(run, ({ tx }) =>
    tx.fulfillmentOrder.update({ where, data: { rejectedFor: code } }),
  );
  await rejectFulfillmentRequest(run.ctx.admin, { id: gid, message: reason, reason: "OTHER" });
  await writeInLeaseTransaction(run, async ({ tx, addFact }) => {
    await tx.fulfillmentOrder.update({ where, data: { rejectedAt: run.ctx.clock.now() } });
    await addFact({ actor: "karwan", code: "request_rejected", params: { reason } });
  });
  return { shopify: withFulfillmentOrder(run.shopify, gid, { requestStatus: "REJECTED" }) };
}

function reasonOf({ holds }: ReadRun, code: string): string {
  if (!isHoldCode(code)) return "The order could not be placed yet. It can be requested again.";
  return holdSentence(code, holds.find((hold) => hold.code === code)?.params ?? {});
}
