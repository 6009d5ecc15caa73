import { failpoint } from "#app/platform/failpoint.ts";
import { updateTracking } from "#app/shopify/operations/update-tracking.ts";
import { intend, settle } from "../effects.server.ts";
import { changed, goOn, type ReadRun, type StageResult } from "../order-run.ts";
import { eachAlone } from "../stand-alone.server.ts";
import { roundOf } from "./fulfillment-rounds.ts";
import { planTracking } from "./plan-tracking.ts";

/** Sends on courier, number or link that changed after the fulfillment was made; the customer gets no second mail. */
export function sendTracking(run: ReadRun): Promise<StageResult> {
  const parcels = run.record.handoffs.flatMap((handoff) => handoff.parcels);
  return eachAlone(run, parcels, async (parcel) => {
    const { effects } = run.record;
    const fulfillment = run.shopify.fulfillments.find(({ id }) => id === parcel.fulfillmentGid);
    const plan = planTracking(parcel, fulfillment, effects, roundOf(effects, parcel));
    if (plan.kind === "nothing" || !fulfillment) return goOn;
    if (plan.kind === "send") {
      await intend(run, plan.key);
      failpoint("P10");
      const { tracking } = plan;
      await updateTracking(run.ctx.admin, { fulfillmentId: fulfillment.id, tracking, notifyCustomer: false });
      failpoint("P11");
    }
    await settle(run, { key: plan.key, state: "done" }, async ({ tell }) => {
      if (plan.kind === "remember") return;
      const { courier, trackingNumber: number, part, of } = parcel;
      await tell({ actor: "karwan", code: "tracking_updated", params: { courier, number, part, of } });
    });
    return changed;
  });
}
