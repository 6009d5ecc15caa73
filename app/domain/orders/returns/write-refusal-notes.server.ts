import { isEffectSettled, settleEffect } from "#app/domain/orders/reconcile/effects.server.ts";
import type { ParcelRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import type { ReadRun } from "#app/domain/orders/reconcile/order-run.ts";
import { continued, type StepResult } from "#app/domain/orders/reconcile/step-result.ts";
import { isolateUserErrors } from "#app/domain/orders/reconcile/take-turns.server.ts";
import { setOrderNote } from "#app/shopify/operations/orders/set-order-note.ts";
import { listRealParcels } from "./list-real-parcels.ts";
import { withRefusal } from "./own-notes.ts";

/** Notes on the order that a parcel came back, below what the merchant wrote (R41). */
export function writeRefusalNotes(run: ReadRun): Promise<StepResult> {
  const parcels = listRealParcels(run);
  return isolateUserErrors(run, parcels, async (now, parcel) => {
    const key = `note:${parcel.id}`;
    if (parcel.status !== "RETURNED" || isEffectSettled(now.record, key)) return continued;
    const { shopify } = now;
    const note = withRefusal(shopify.note, toWords(parcel));
    if (note !== shopify.note) await setOrderNote(now.ctx.admin, { orderId: shopify.id, note });
    await settleEffect(now, { key, state: "done" }, async () => undefined);
    return { shopify: { ...shopify, note } };
  });
}

function toWords({ part, of, returnType, courier, trackingNumber }: ParcelRecord): string {
  const which = of > 1 ? `Parcel ${part} of ${of}` : "The parcel";
  const tracking = trackingNumber ? ` (${[courier, trackingNumber].filter(Boolean).join(" ")})` : "";
  return `${which}${tracking} ${returnType === "return" ? "was returned after delivery" : "was refused at the door"}.`;
}
