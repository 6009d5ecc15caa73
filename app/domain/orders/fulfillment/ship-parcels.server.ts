import { intendEffect } from "#app/domain/orders/reconcile/effects.server.ts";
import type { HandoffRecord, ParcelRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import type { ReadRun } from "#app/domain/orders/reconcile/order-run.ts";
import { withFulfilledUnits } from "#app/domain/orders/reconcile/shopify-changes.ts";
import { continued, type StepResult } from "#app/domain/orders/reconcile/step-result.ts";
import { goOnAfter, isolateUserErrors } from "#app/domain/orders/reconcile/take-turns.server.ts";
import type { FulfillmentOrderGid } from "#app/platform/ids.ts";
import { failpoint } from "#app/platform/process/failpoint.ts";
import { createFulfillment } from "#app/shopify/operations/fulfillment/create-fulfillment.ts";
import { submitFulfillmentRequest } from "#app/shopify/operations/fulfillment/submit-fulfillment-request.ts";
import { contentsByLine } from "../parcels/contents-by-line.ts";
import { acceptRequest } from "./accept-requests.server.ts";
import { isFulfilledAgain, roundOf } from "./fulfillment-rounds.ts";
import { fulfillmentsOfOthers, linkFulfillment } from "./link-fulfillment.server.ts";
import { type FulfillmentOrderUnits, planFulfillment } from "./plan-fulfillment.ts";
import { toTracking } from "./plan-tracking.ts";

const LEFT = new Set(["SHIPPED", "DELIVERED", "RETURNED"]);

/** Gives each parcel that left the warehouse its one fulfillment, with courier and number (R11, R13). */
export function shipParcels(run: ReadRun): Promise<StepResult> {
  const left = run.record.handoffs
    .filter(({ state }) => state === "placed")
    .flatMap((handoff) => handoff.parcels.map((parcel) => ({ handoff, parcel })))
    .filter(({ parcel }) => LEFT.has(parcel.status) && !parcel.fulfillmentGid);
  return isolateUserErrors(run, left, (now, { handoff, parcel }) => shipParcel(now, handoff, parcel));
}

async function shipParcel(run: ReadRun, handoff: HandoffRecord, parcel: ParcelRecord): Promise<StepResult> {
  const plan = planFulfillment(
    run.shopify,
    run.locationGid,
    { id: parcel.id, trackingNumber: parcel.trackingNumber, lines: contentsByLine(handoff, parcel) },
    fulfillmentsOfOthers(run, parcel),
  );
  switch (plan.kind) {
    case "held":
      return { holds: [{ code: plan.code, params: { part: parcel.part, of: parcel.of } }] };
    case "adopt":
      await linkFulfillment(run, parcel, {
        id: plan.fulfillment.id,
        code: "fulfillment_adopted",
        name: plan.fulfillment.name,
      });
      return continued;
    case "accept_first": {
      const notifyCustomer = mayNotify(run, handoff, parcel, []);
      const accepted = await submitAndAccept(run, plan.fulfillmentOrderId, notifyCustomer);
      return goOnAfter(run, accepted, (now) => shipParcel(now, handoff, parcel));
    }
    case "create":
      return create(run, handoff, parcel, plan.fulfillmentOrders);
  }
}

/** Only an accepted request may be fulfilled; one that was never submitted is submitted in the merchant's name. */
async function submitAndAccept(
  run: ReadRun,
  id: FulfillmentOrderGid,
  notifyCustomer: boolean,
): Promise<StepResult> {
  const fulfillmentOrder = run.shopify.fulfillmentOrders.find((each) => each.id === id);
  if (fulfillmentOrder?.requestStatus !== "SUBMITTED") {
    await submitFulfillmentRequest(run.ctx.admin, { id, notifyCustomer });
  }
  return acceptRequest(run, id);
}

async function create(
  run: ReadRun,
  handoff: HandoffRecord,
  parcel: ParcelRecord,
  units: readonly FulfillmentOrderUnits[],
): Promise<StepResult> {
  await intendEffect(run, `fulfillment:${roundOf(run.record.effects, parcel)}`);
  failpoint("P1");
  const created = await createFulfillment(run.ctx.admin, {
    fulfillmentOrders: units.map(({ fulfillmentOrderId, lines }) => ({ id: fulfillmentOrderId, lines })),
    tracking: toTracking(parcel),
    notifyCustomer: mayNotify(run, handoff, parcel, units),
  });
  failpoint("P2");
  await linkFulfillment(run, parcel, { ...created, code: "fulfillment_created" });
  return { shopify: withFulfilledUnits(run.shopify, units) };
}

/**
 * The customer hears of it as the merchant asked in the request, else by the shop's setting; never in test mode (R37),
 * and never a second time.
 */
function mayNotify(
  run: ReadRun,
  handoff: HandoffRecord,
  parcel: ParcelRecord,
  units: readonly FulfillmentOrderUnits[],
): boolean {
  if (handoff.mode === "test" || isFulfilledAgain(run.record.effects, parcel)) return false;
  const requested = run.shopify.fulfillmentOrders
    .filter((each) => units.some((unit) => unit.fulfillmentOrderId === each.id))
    .flatMap((each) => each.merchantRequests.filter((request) => request.kind === "FULFILLMENT_REQUEST"))
    .at(-1)?.notifyCustomer;
  return requested ?? run.ctx.shop.notifyCustomers;
}
