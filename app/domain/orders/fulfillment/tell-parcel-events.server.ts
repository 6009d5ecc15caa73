import { failpoint } from "#app/platform/failpoint.ts";
import {
  createFulfillmentEvent,
  type FulfillmentEventStatus,
} from "#app/shopify/operations/create-fulfillment-event.ts";
import { intend, isSettled, settle } from "../effects.server.ts";
import type { ParcelRecord } from "../order-record.server.ts";
import { changed, goOn, type ReadRun, type StageResult } from "../order-run.ts";

const eventOf: Readonly<Record<string, FulfillmentEventStatus>> = {
  SHIPPED: "IN_TRANSIT",
  DELIVERED: "DELIVERED",
  /** Shopify has no event for a parcel that came back (R41). */
  RETURNED: "FAILURE",
};

/** Tells Shopify where each shipped parcel is, once per status. */
export async function tellParcelEvents(run: ReadRun): Promise<StageResult> {
  let result: StageResult = goOn;
  for (const parcel of run.record.handoffs.flatMap((handoff) => handoff.parcels)) {
    const status = eventOf[parcel.status];
    if (!status || !parcel.fulfillmentGid || isSettled(run.record, keyOf(parcel, status))) continue;
    await tellEvent(run, parcel, parcel.fulfillmentGid, status);
    result = changed;
  }
  return result;
}

function keyOf(parcel: ParcelRecord, status: FulfillmentEventStatus): string {
  return `event:${parcel.id}:${status}`;
}

/** Shopify keeps no idempotency here, so an event that an earlier, interrupted pass has added is looked for first. */
async function tellEvent(
  run: ReadRun,
  parcel: ParcelRecord,
  fulfillmentId: string,
  status: FulfillmentEventStatus,
): Promise<void> {
  const key = keyOf(parcel, status);
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
