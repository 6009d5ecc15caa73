import { intendEffect } from "#app/domain/orders/reconcile/effects.server.ts";
import { isolateUserErrors } from "#app/domain/orders/reconcile/isolate-user-errors.server.ts";
import type { HandoffRecord, ParcelRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import {
  changed,
  continued,
  type ReadRun,
  type StepResult,
  updateFulfilledUnits,
} from "#app/domain/orders/reconcile/order-run.ts";
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
  return isolateUserErrors(run, left, async ({ handoff, parcel }) =>
    (await shipParcel(run, handoff, parcel)) ? changed : continued,
  );
}

async function shipParcel(run: ReadRun, handoff: HandoffRecord, parcel: ParcelRecord): Promise<boolean> {
  const plan = planFulfillment(
    run.shopify,
    run.locationGid,
    { id: parcel.id, trackingNumber: parcel.trackingNumber, lines: contentsByLine(handoff, parcel) },
    fulfillmentsOfOthers(run, parcel),
  );
  switch (plan.kind) {
    case "held":
      run.holds.push({ code: plan.code, params: { part: parcel.part, of: parcel.of } });
      return false;
    case "adopt":
      await linkFulfillment(run, parcel, {
        id: plan.fulfillment.id,
        code: "fulfillment_adopted",
        name: plan.fulfillment.name,
      });
      return true;
    case "accept_first":
      for (const id of plan.fulfillmentOrderIds)
        await submitAndAccept(run, id, mayNotify(run, handoff, parcel, []));
      return shipParcel(run, handoff, parcel);
    case "create":
      await create(run, handoff, parcel, plan.fulfillmentOrders);
      return true;
  }
}

/** Only an accepted request may be fulfilled; one that was never submitted is submitted in the merchant's name. */
async function submitAndAccept(run: ReadRun, id: string, notifyCustomer: boolean): Promise<void> {
  const fulfillmentOrder = run.shopify.fulfillmentOrders.find((each) => each.id === id);
  if (fulfillmentOrder?.requestStatus !== "SUBMITTED") {
    await submitFulfillmentRequest(run.ctx.admin, { id, notifyCustomer });
  }
  await acceptRequest(run, id);
}

async function create(
  run: ReadRun,
  handoff: HandoffRecord,
  parcel: ParcelRecord,
  units: readonly FulfillmentOrderUnits[],
): Promise<void> {
  await intendEffect(run, `fulfillment:${roundOf(run.record.effects, parcel)}`);
  failpoint("P1");
  const created = await createFulfillment(run.ctx.admin, {
    fulfillmentOrders: units.map(({ fulfillmentOrderId, lines }) => ({ id: fulfillmentOrderId, lines })),
    tracking: toTracking(parcel),
    notifyCustomer: mayNotify(run, handoff, parcel, units),
  });
  failpoint("P2");
  updateFulfilledUnits(run, units);
  await linkFulfillment(run, parcel, { ...created, code: "fulfillment_created" });
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
