import { isSettled } from "../effects.server.ts";
import type { ParcelRecord } from "../order-record.server.ts";
import { changed, goOn, type ReadRun, type StageResult } from "../order-run.ts";
import { eachAlone } from "../stand-alone.server.ts";
import { isCancelledInShopify, leaveUndoneKey } from "./fulfillment-rounds.ts";
import { fulfillmentsOfOthers, linkFulfillment } from "./link-fulfillment.server.ts";

/**
 * A fulfillment that was cancelled in Shopify does not stop its parcel: the courier still has it and will collect. Its
 * units are never placed again by themselves (R34); a person fulfils them again here or in Shopify, or leaves it.
 */
export async function mendUndone(run: ReadRun): Promise<StageResult> {
  if (run.shopify.cancelledAt) return goOn;
  const parcels = run.record.handoffs.flatMap((handoff) => handoff.parcels);
  const undone = parcels.filter(
    (parcel) => parcel.status !== "RETURNED" && isCancelledInShopify(run.shopify, parcel),
  );
  const left: ParcelRecord[] = [];
  const result = await eachAlone(run, undone, async (parcel) => {
    if (await takeOverByNumber(run, parcel)) return changed;
    if (!isSettled(run.record, leaveUndoneKey(parcel))) left.push(parcel);
    return goOn;
  });
  if (left.length > 0) run.needs.push({ code: "fulfillment_cancelled", params: toParams(left) });
  return result;
}

function toParams(parcels: readonly ParcelRecord[]) {
  const [first] = parcels;
  return {
    ...{ part: first?.part ?? 1, of: first?.of ?? 1, number: first?.trackingNumber ?? null },
    parcels: parcels.map(({ id, fulfillmentGid }) => ({ id, fulfillmentGid })),
  };
}

/** The merchant has fulfilled it again by hand, under the same tracking number. */
async function takeOverByNumber(run: ReadRun, parcel: ParcelRecord): Promise<boolean> {
  const { trackingNumber } = parcel;
  const others = fulfillmentsOfOthers(run, parcel);
  const found = run.shopify.fulfillments.find(
    ({ id, status, locationId, tracking }) =>
      status === "SUCCESS" &&
      locationId === run.locationGid &&
      !others.has(id) &&
      trackingNumber !== null &&
      tracking.some(({ number }) => number === trackingNumber),
  );
  if (found)
    await linkFulfillment(run, parcel, { id: found.id, name: found.name, code: "fulfillment_adopted" });
  return found !== undefined;
}
