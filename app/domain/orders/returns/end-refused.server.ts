import { isDismissed } from "#app/domain/orders/commands/decisions/standing-decision.ts";
import { intendEffect, isEffectSettled, settleEffect } from "#app/domain/orders/reconcile/effects.server.ts";
import { writeInLeaseTransaction } from "#app/domain/orders/reconcile/lease-writes.server.ts";
import type { ReadRun } from "#app/domain/orders/reconcile/order-run.ts";
import {
  continued,
  joinResults,
  requeueAfter,
  type StepResult,
} from "#app/domain/orders/reconcile/step-result.ts";
import { goOnAfter } from "#app/domain/orders/reconcile/take-turns.server.ts";
import { failpoint } from "#app/platform/process/failpoint.ts";
import { cancelFulfillment } from "#app/shopify/operations/fulfillment/cancel-fulfillment.ts";
import { cancelOrder } from "#app/shopify/operations/orders/cancel-order.ts";
import { planRefused } from "./plan-refused.ts";
import { CANCEL_REFUSED, isCancelRequested } from "./refused-keys.ts";

/** Shopify cancels an order a moment after it said yes; it is asked again only when that did not come. */
const ASK_AGAIN_MS = 5 * 60_000;

/**
 * Ends an order whose parcels came back as the shop chose (R41): its fulfillments are cancelled, then the order, without
 * restocking, under one intent. Each step looks at what Shopify shows first, so it goes on wherever it broke off.
 */
export async function endRefused(run: ReadRun): Promise<StepResult> {
  const { record, shopify, ctx } = run;
  const isRequested = isCancelRequested(record.effects);
  if (isRequested && shopify.cancelledAt) {
    await settleEffect(run, { key: CANCEL_REFUSED, state: "done" }, async () => undefined);
    return continued;
  }
  const handoffs = record.handoffs.filter(({ state, mode }) => state === "placed" && mode === "live");
  const plan = planRefused({
    shopify,
    parcels: handoffs.flatMap(({ parcels }) => parcels),
    ourLines: new Set(handoffs.flatMap(({ items }) => items.map(({ lineGid }) => lineGid))),
    whenRefused: isRequested ? "cancel" : ctx.shop.whenRefused,
  });
  const isAsked = plan.kind === "ask" && !isDismissed(record, plan.code);
  const asked: StepResult = isAsked ? { holds: [{ code: plan.code }] } : continued;
  if (plan.kind !== "cancel") return isRequested ? joinResults(asked, await giveUp(run)) : asked;
  if (isEffectSettled(record, CANCEL_REFUSED)) return continued;
  await intendEffect(run, CANCEL_REFUSED);
  await cancelFulfillments(run);
  return goOnAfter(run, requeueAfter(ASK_AGAIN_MS), requestCancelOnce);
}

/** It was asked for, and cannot be done for the merchant: goods of their own, money paid, or a parcel under way. */
async function giveUp(run: ReadRun): Promise<StepResult> {
  await settleEffect(run, { key: CANCEL_REFUSED, state: "given_up" }, ({ addFact }) =>
    addFact({ actor: "karwan", code: "refused_order_kept" }),
  );
  return continued;
}

async function cancelFulfillments({ ctx, shopify, record }: ReadRun): Promise<void> {
  const ours = new Set(record.handoffs.flatMap(({ parcels }) => parcels.map((each) => each.fulfillmentGid)));
  for (const { id } of shopify.fulfillments.filter(
    (each) => each.status === "SUCCESS" && ours.has(each.id),
  )) {
    failpoint("P12");
    await cancelFulfillment(ctx.admin, id);
    failpoint("P13");
  }
}

async function requestCancelOnce(run: ReadRun): Promise<StepResult> {
  const { ctx, record, shopify } = run;
  const requestedAt = record.effects.find(({ key }) => key === CANCEL_REFUSED)?.result;
  const now = ctx.clock.now();
  if (requestedAt && now.getTime() - Date.parse(requestedAt) < ASK_AGAIN_MS) return continued;
  await cancelOrder(ctx.admin, {
    ...{ orderId: shopify.id, reason: "CUSTOMER", notifyCustomer: false },
    staffNote: "The parcel was refused at the door",
  });
  failpoint("P14");
  await writeInLeaseTransaction(run, async ({ tx, addFact }) => {
    const where = { shopId_orderId_key: { shopId: ctx.shop.id, orderId: record.id, key: CANCEL_REFUSED } };
    await tx.effect.update({ where, data: { result: now.toISOString() } });
    await addFact({ actor: "karwan", code: "refused_order_cancelled" });
  });
  return continued;
}
