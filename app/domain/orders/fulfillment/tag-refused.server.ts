import { addTags } from "#app/shopify/operations/add-tags.ts";
import { isSettled, settle } from "../effects.server.ts";
import { changed, goOn, type ReadRun, type StageResult } from "../order-run.ts";
import { listRealParcels } from "../refused/list-real-parcels.ts";
import { eachAlone } from "../stand-alone.server.ts";

/** Tags an order whose parcel came back, so that the merchant finds it in Shopify's own list (R41). */
export function tagRefused(run: ReadRun): Promise<StageResult> {
  const parcels = listRealParcels(run);
  return eachAlone(run, parcels, async (parcel) => {
    const key = `tag:${parcel.id}`;
    if (parcel.status !== "RETURNED" || isSettled(run.record, key)) return goOn;
    const tag = parcel.returnType === "return" ? "Returned" : "Refused";
    await addTags(run.ctx.admin, { id: run.shopify.id, tags: [tag] });
    await settle(run, { key, state: "done" }, async () => undefined);
    return changed;
  });
}
