import { intendEffect, isEffectSettled, settleEffect } from "#app/domain/orders/reconcile/effects.server.ts";
import type { OrderRecord, ParcelRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import type { ReadRun } from "#app/domain/orders/reconcile/order-run.ts";
import { continued, type StepResult } from "#app/domain/orders/reconcile/step-result.ts";
import { isolateUserErrors } from "#app/domain/orders/reconcile/take-turns.server.ts";
import type { FulfillmentGid } from "#app/platform/ids.ts";
import { failpoint } from "#app/platform/process/failpoint.ts";
import {
  createFulfillmentEvent,
  type FulfillmentEventStatus,
} from "#app/shopify/operations/fulfillment/create-fulfillment-event.ts";
import { isCancelledInShopify, roundOf } from "./fulfillment-rounds.ts";

const eventOf: Readonly<Record<string, FulfillmentEventStatus>> = {
  SHIPPED: "IN_TRANSIT",
  DELIVERED: "DELIVERED",
  /** Shopify has no event for a parcel that came back (R41). */
  RETURNED: "FAILURE",
};

/** Reports to Shopify where each shipped parcel is, once per status and fulfillment. */
export function createParcelEvents(run: ReadRun): Promise<StepResult> {
  const parcels = run.record.handoffs.flatMap((handoff) => handoff.parcels);
  return isolateUserErrors(run, parcels, async (now, parcel) => {
    const status = eventOf[parcel.status];
    if (!status || !parcel.fulfillmentGid || isCancelledInShopify(now.shopify, parcel)) return continued;
    if (isEffectSettled(now.record, keyOf(now.record, parcel, status))) return continued;
    await createEvent(now, parcel, parcel.fulfillmentGid, status);
    return continued;
  });
}

function keyOf(record: OrderRecord, parcel: ParcelRecord, status: FulfillmentEventStatus): string {
  return `event:${roundOf(record.effects, parcel)}:${status}`;
}

/** Shopify keeps no idempotency here, so an event that an earlier, interrupted run has added is looked for first. */
async function createEvent(
  run: ReadRun,
  parcel: ParcelRecord,
  fulfillmentId: FulfillmentGid,
  status: FulfillmentEventStatus,
): Promise<void> {
  const key = keyOf(run.record, parcel, status);
  const fulfillment = run.shopify.fulfillments.find((each) => each.id === fulfillmentId);
  const alreadyThere = fulfillment?.events.some((event) => event.status === status) ?? false;
  if (!alreadyThere) {
    await intendEffect(run, key);
    failpoint("P3");
    await createFulfillmentEvent(run.ctx.admin, { fulfillmentId, status, happenedAt: instantOf(parcel) });
    failpoint("P4");
  }
  await settleEffect(run, { key, state: "done" }, ({ addFact }) =>
    addFact({
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
