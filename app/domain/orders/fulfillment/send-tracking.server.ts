import { intendEffect, settleEffect } from "#app/domain/orders/reconcile/effects.server.ts";
import type { ReadRun } from "#app/domain/orders/reconcile/order-run.ts";
import { continued, type StepResult } from "#app/domain/orders/reconcile/step-result.ts";
import { isolateUserErrors } from "#app/domain/orders/reconcile/take-turns.server.ts";
import { failpoint } from "#app/platform/process/failpoint.ts";
import { updateTracking } from "#app/shopify/operations/fulfillment/update-tracking.ts";
import { roundOf } from "./fulfillment-rounds.ts";
import { planTracking } from "./plan-tracking.ts";

/** Sends on courier, number or link that changed after the fulfillment was made; the customer gets no second mail. */
export function sendTracking(run: ReadRun): Promise<StepResult> {
  const parcels = run.record.handoffs.flatMap((handoff) => handoff.parcels);
  return isolateUserErrors(run, parcels, async (now, parcel) => {
    const { effects } = now.record;
    const fulfillment = now.shopify.fulfillments.find(({ id }) => id === parcel.fulfillmentGid);
    const plan = planTracking(parcel, fulfillment, effects, roundOf(effects, parcel));
    if (plan.kind === "nothing" || !fulfillment) return continued;
    if (plan.kind === "send") {
      await intendEffect(now, plan.key);
      failpoint("P10");
      const { tracking } = plan;
      await updateTracking(now.ctx.admin, { fulfillmentId: fulfillment.id, tracking, notifyCustomer: false });
      failpoint("P11");
    }
    await settleEffect(now, { key: plan.key, state: "done" }, async ({ addFact }) => {
      if (plan.kind === "remember") return;
      const { courier, trackingNumber: number, part, of } = parcel;
      await addFact({ actor: "karwan", code: "tracking_updated", params: { courier, number, part, of } });
    });
    return continued;
  });
}
