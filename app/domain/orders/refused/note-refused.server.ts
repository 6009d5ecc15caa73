import { setOrderNote } from "#app/shopify/operations/set-order-note.ts";
import { isSettled, settle } from "../effects.server.ts";
import type { ParcelRecord } from "../order-record.server.ts";
import { changed, goOn, type ReadRun, type StageResult } from "../order-run.ts";
import { eachAlone } from "../stand-alone.server.ts";
import { listRealParcels } from "./list-real-parcels.ts";
import { withRefusal } from "./own-notes.ts";

/** Notes on the order that a parcel came back, below what the merchant wrote (R41). */
export function noteRefused(run: ReadRun): Promise<StageResult> {
  const parcels = listRealParcels(run);
  return eachAlone(run, parcels, async (parcel) => {
    const key = `note:${parcel.id}`;
    if (parcel.status !== "RETURNED" || isSettled(run.record, key)) return goOn;
    const note = withRefusal(run.shopify.note, toWords(parcel));
    if (note !== run.shopify.note) {
      await setOrderNote(run.ctx.admin, { orderId: run.shopify.id, note });
      run.shopify = { ...run.shopify, note };
    }
    await settle(run, { key, state: "done" }, async () => undefined);
    return changed;
  });
}

function toWords({ part, of, returnType, courier, trackingNumber }: ParcelRecord): string {
  const which = of > 1 ? `Parcel ${part} of ${of}` : "The parcel";
  const tracking = trackingNumber ? ` (${[courier, trackingNumber].filter(Boolean).join(" ")})` : "";
  return `${which}${tracking} ${returnType === "return" ? "was returned after delivery" : "was refused at the door"}.`;
}
