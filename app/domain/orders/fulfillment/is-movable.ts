import { isFinal } from "#app/domain/orders/parcels/parcel-status.ts";
import type { HandoffRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import type { FulfillmentOrderGid } from "#app/platform/ids.ts";

/** States Shopify moves; what was accepted or is being cancelled stays. */
const MOVABLE: ReadonlySet<string> = new Set(["OPEN", "ON_HOLD", "INCOMPLETE"]);

/** Whether Shopify moves a fulfillment order, and nothing of it is in a parcel that is still open. */
export function isMovable(
  { gid, status }: { readonly gid: FulfillmentOrderGid; readonly status: string },
  handoffs: readonly HandoffRecord[],
): boolean {
  const parcels = handoffs
    .filter((handoff) => handoff.state === "placed" && handoff.fulfillmentOrderGids.includes(gid))
    .flatMap((handoff) => handoff.parcels);
  return MOVABLE.has(status) && parcels.every((parcel) => isFinal(parcel.status));
}
