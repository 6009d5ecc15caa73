import { failpoint } from "#app/platform/failpoint.ts";
import {
  createFulfillmentEvent,
  type FulfillmentEventStatus,
} from "#app/shopify/operations/create-fulfillment-event.ts";
import { intend, isSettled, settle } from "../effects.server.ts";
import type { OrderRecord, ParcelRecord } from "../order-record.server.ts";
import { changed, goOn, type ReadRun, type StageResult } from "../order-run.ts";
import { eachAlone } from "../stand-alone.server.ts";
import { isCancelledInShopify, roundOf } from "./fulfillment-rounds.ts";

const eventOf: Readonly<Record<string, FulfillmentEventStatus>> = {
  SHIPPED: "IN_TRANSIT",
  DELIVERED: "DELIVERED",
  /** Shopify has no event for a parcel that came back (R41). */
  RETURNED: "FAILURE",
};

/** Tells Shopify where each shipped parcel is, once per status and fulfillment. */
export function tellParcelEvents(run: ReadRun): Promise<StageResult> {
  const parcels = run.record.handoffs.flatMap((handoff) => handoff.parcels);
  return eachAlone(run, parcels, async (parcel) => {
    const status = eventOf[parcel.status];
    if (!status || !parcel.fulfillmentGid || isCancelledInShopify(run.shopify, parcel)) return goOn;
    if (isSettled(run.record, keyOf(run.record, parcel, status))) return goOn;
    await tellEvent(run, parcel, parcel.fulfillmentGid, status);
    return changed;
  });
}

function keyOf(record: OrderRecord, parcel: ParcelRecord, status: FulfillmentEventStatus): string {
  return `event:${roundOf(record.effects, parcel)}:${status}`;
}

/** Shopify keeps no idempotency here, so an event that an earlier, interrupted pass has added is looked for first. */
async function tellEvent(
  run: ReadRun,
  parcel: ParcelRecord,
  fulfillmentId: string,
  status: FulfillmentEventStatus,
): Promise<void> {
  const key = keyOf(run.record, parcel, status);
  const fulfillment = run.shopify.fulfillments.find((each) => each.id === fulfillmentId);
  const alreadyThere = fulfillment?.events.some((event) => event.status === status) ?? false;
  if (!alreadyThere) {
    await intend(run, key);
    failpoint("P3");
    await createFulfillmentEvent(run.ctx.admin, { fulfillmentId, status, happenedAt: instantOf(parcel) });
    failpoint("P4");
  }
  await settle(run, { key, state: "done" }, ({ tell }) =>
    tell({
      actor: "karwan",
      code: "fulfillment_event",
      params: { status, part: parcel.part, of: parcel.of },
    }),
  );
}

function instantOf({ status, shippedAt, deliveredAt }: ParcelRecord): string | undefined {
  const instant = status === "SHIPPED" ? shippedAt : status === "DELIVERED" ? deliveredAt : null;
  return instant?.toISOString();
}
