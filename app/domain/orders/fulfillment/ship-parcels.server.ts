import { failpoint } from "#app/platform/failpoint.ts";
import { createFulfillment, type TrackingInput } from "#app/shopify/operations/create-fulfillment.ts";
import { submitFulfillmentRequest } from "#app/shopify/operations/submit-fulfillment-request.ts";
import { intend, settle } from "../effects.server.ts";
import type { HandoffRecord, ParcelRecord } from "../order-record.server.ts";
import { changed, goOn, noteFulfilled, type ReadRun, type StageResult } from "../order-run.ts";
import { contentsByLine } from "../parcels/contents-by-line.ts";
import { trackingLink } from "../parcels/tracking-link.ts";
import { acceptRequest } from "./accept-requests.server.ts";
import { type FulfillmentOrderUnits, planFulfillment } from "./plan-fulfillment.ts";

const LEFT = new Set(["SHIPPED", "DELIVERED", "RETURNED"]);

/** Gives each parcel that left the warehouse its one fulfillment, with courier and number (R11, R13). */
export async function shipParcels(run: ReadRun): Promise<StageResult> {
  let result: StageResult = goOn;
  for (const handoff of run.record.handoffs.filter((each) => each.state === "placed")) {
    for (const parcel of handoff.parcels.filter((each) => LEFT.has(each.status) && !each.fulfillmentGid)) {
      if (await shipParcel(run, handoff, parcel)) result = changed;
    }
  }
  return result;
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
      run.needs.push({ code: plan.code, params: { part: parcel.part, of: parcel.of } });
      return false;
    case "adopt":
      await link(run, parcel, {
        id: plan.fulfillment.id,
        code: "fulfillment_adopted",
        name: plan.fulfillment.name,
      });
      return true;
    case "accept_first":
      for (const id of plan.fulfillmentOrderIds) await takeUp(run, id);
      return shipParcel(run, handoff, parcel);
    case "create":
      await create(run, handoff, parcel, plan.fulfillmentOrders);
      return true;
  }
}

function fulfillmentsOfOthers({ record }: ReadRun, parcel: ParcelRecord): ReadonlySet<string> {
  const others = record.handoffs
    .flatMap((handoff) => handoff.parcels)
    .filter((each) => each.id !== parcel.id);
  return new Set(others.flatMap((each) => (each.fulfillmentGid ? [each.fulfillmentGid] : [])));
}

/** Only an accepted request may be fulfilled; one that was never submitted is submitted in the merchant's name. */
async function takeUp(run: ReadRun, id: string): Promise<void> {
  const fulfillmentOrder = run.shopify.fulfillmentOrders.find((each) => each.id === id);
  if (fulfillmentOrder?.requestStatus !== "SUBMITTED") {
    await submitFulfillmentRequest(run.ctx.admin, { id, notifyCustomer: run.ctx.shop.notifyCustomers });
  }
  await acceptRequest(run, id);
}

async function create(
  run: ReadRun,
  handoff: HandoffRecord,
  parcel: ParcelRecord,
  units: readonly FulfillmentOrderUnits[],
): Promise<void> {
  const key = `fulfillment:${parcel.id}`;
  await intend(run, key);
  failpoint("P1");
  const created = await createFulfillment(run.ctx.admin, {
    fulfillmentOrders: units.map(({ fulfillmentOrderId, lines }) => ({ id: fulfillmentOrderId, lines })),
    tracking: toTracking(parcel),
    notifyCustomer: await mayNotify(run, handoff, units),
  });
  failpoint("P2");
  noteFulfilled(run, units);
  await link(run, parcel, { ...created, code: "fulfillment_created" });
}

function toTracking({ courier, trackingNumber, trackingUrl }: ParcelRecord): TrackingInput | undefined {
  if (!trackingNumber) return undefined;
  const url = trackingLink(trackingUrl);
  return { company: courier ?? "Courier", number: trackingNumber, ...(url ? { url } : {}) };
}

/** The customer hears of it as the merchant asked in the request, else by the shop's setting; never in test mode (R37). */
async function mayNotify(
  run: ReadRun,
  handoff: HandoffRecord,
  units: readonly FulfillmentOrderUnits[],
): Promise<boolean> {
  if (handoff.mode === "test") return false;
  const asked = run.shopify.fulfillmentOrders
    .filter((each) => units.some((unit) => unit.fulfillmentOrderId === each.id))
    .flatMap((each) => each.merchantRequests.filter((request) => request.kind === "FULFILLMENT_REQUEST"))
    .at(-1)?.notifyCustomer;
  return asked ?? run.ctx.shop.notifyCustomers;
}

type Linked = { readonly id: string; readonly name: string; readonly code: string };

async function link(run: ReadRun, parcel: ParcelRecord, { id, name, code }: Linked): Promise<void> {
  await settle(run, { key: `fulfillment:${parcel.id}`, state: "done", result: id }, async ({ tx, tell }) => {
    const where = { shopId_id: { shopId: run.ctx.shop.id, id: parcel.id } };
    await tx.parcel.update({ where, data: { fulfillmentGid: id } });
    await tell({
      actor: "karwan",
      code,
      params: { name, courier: parcel.courier, number: parcel.trackingNumber },
    });
  });
}
