import { isEffectSettled, settleEffect } from "#app/domain/orders/reconcile/effects.server.ts";
import type { ReadRun } from "#app/domain/orders/reconcile/order-run.ts";
import { continued, type StepResult } from "#app/domain/orders/reconcile/step-result.ts";
import { isolateUserErrors } from "#app/domain/orders/reconcile/take-turns.server.ts";
import { listRealParcels } from "#app/domain/orders/returns/list-real-parcels.ts";
import { addTags } from "#app/shopify/operations/orders/add-tags.ts";

/** Tags an order whose parcel came back, so that the merchant finds it in Shopify's own list (R41). */
export function tagRefused(run: ReadRun): Promise<StepResult> {
  const parcels = listRealParcels(run);
  return isolateUserErrors(run, parcels, async (now, parcel) => {
    const key = `tag:${parcel.id}`;
    if (parcel.status !== "RETURNED" || isEffectSettled(now.record, key)) return continued;
    const tag = parcel.returnType === "return" ? "Returned" : "Refused";
    await addTags(now.ctx.admin, { id: now.shopify.id, tags: [tag] });
    await settleEffect(now, { key, state: "done" }, async () => undefined);
    return continued;
  });
}
