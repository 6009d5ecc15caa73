import { isEffectSettled, settleEffect } from "#app/domain/orders/reconcile/effects.server.ts";
import { isolateUserErrors } from "#app/domain/orders/reconcile/isolate-user-errors.server.ts";
import type { ParcelRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import { changed, continued, type ReadRun, type StepResult } from "#app/domain/orders/reconcile/order-run.ts";
import { setOrderNote } from "#app/shopify/operations/orders/set-order-note.ts";
import { listRealParcels } from "./list-real-parcels.ts";
import { withRefusal } from "./own-notes.ts";

/** Notes on the order that a parcel came back, below what the merchant wrote (R41). */
export function writeRefusalNotes(run: ReadRun): Promise<StepResult> {
  const parcels = listRealParcels(run);
  return isolateUserErrors(run, parcels, async (parcel) => {
    const key = `note:${parcel.id}`;
    if (parcel.status !== "RETURNED" || isEffectSettled(run.record, key)) return continued;
    const note = withRefusal(run.shopify.note, toWords(parcel));
    if (note !== run.shopify.note) {
      await setOrderNote(run.ctx.admin, { orderId: run.shopify.id, note });
      run.shopify = { ...run.shopify, note };
    }
    await settleEffect(run, { key, state: "done" }, async () => undefined);
    return changed;
  });
}

function toWords({ part, of, returnType, courier, trackingNumber }: ParcelRecord): string {
  const which = of > 1 ? `Parcel ${part} of ${of}` : "The parcel";
  const tracking = trackingNumber ? ` (${[courier, trackingNumber].filter(Boolean).join(" ")})` : "";
  return `${which}${tracking} ${returnType === "return" ? "was returned after delivery" : "was refused at the door"}.`;
}
