import { waitFor } from "#test/support/wait-for.ts";
import { type DrillOrder, readFacts } from "./order-facts.ts";
import type { DrillStage } from "./stage.ts";

/** Presses a button of the order's page in the app. */
export async function pressOnOrder(
  stage: DrillStage,
  order: DrillOrder,
  intent: "place" | "cancel",
  merchant = stage.merchant,
): Promise<void> {
  const { app } = await readFacts(stage, order);
  await merchant.press("order", `/orders/${app?.id}`, { intent });
}

/** Something small changes in Shopify, so that the app is told to look again. */
export async function touchOrder(stage: DrillStage, order: DrillOrder, note: string): Promise<void> {
  const { control } = stage.world.shopify;
  control.editNote({ shop: order.shop, orderId: order.gid, note });
  await control.settle();
  await waitFor(async () => (await readFacts(stage, order)).isIdle, {
    what: `${order.name} to be looked at`,
  });
}

/** The merchant asks in Shopify to cancel what was requested. */
export async function requestCancellation(stage: DrillStage, order: DrillOrder): Promise<string> {
  const id = await getOpenFulfillmentOrder(stage, order, "IN_PROGRESS");
  stage.world.shopify.control.requestCancellation({ shop: order.shop, id });
  return id;
}

export async function getOpenFulfillmentOrder(
  stage: DrillStage,
  order: DrillOrder,
  status: string,
): Promise<string> {
  const { fulfillmentOrders } = await readFacts(stage, order);
  const found = fulfillmentOrders.find((each) => each.status === status);
  if (!found) throw new Error(`${order.name} has no fulfillment order that is ${status}`);
  return found.id;
}

/** The merchant undoes every fulfillment of an order in Shopify. */
export async function cancelFulfillments(stage: DrillStage, order: DrillOrder): Promise<void> {
  const { fulfillments } = await readFacts(stage, order);
  for (const { id } of fulfillments) {
    stage.world.shopify.control.cancelFulfillment({ shop: order.shop, id });
  }
}

type Move = Parameters<DrillStage["world"]["supplier"]["control"]["moveParcel"]>[0];

/** The service moves every parcel of an order that is still on its way, or one part of it. */
export async function moveParcels(
  stage: DrillStage,
  order: DrillOrder,
  status: Move["status"],
  more: Pick<Move, "type" | "part"> = {},
): Promise<void> {
  const { parcels } = await readFacts(stage, order);
  const moving = parcels.filter(
    (parcel) =>
      !["CANCELLED", "RETURNED"].includes(parcel.status) && (more.part ?? parcel.part) === parcel.part,
  );
  for (const { id, mode } of moving) {
    await stage.world.supplier.control.moveParcel({ id, mode, status, type: more.type });
  }
}

/** Both automatic switches of the settings page. */
export async function switchAutomatic(stage: DrillStage, to: "on" | "off"): Promise<void> {
  const on = String(to === "on");
  await stage.merchant.press("settings", "/settings", { intent: "save", autoPrepaid: on, autoCod: on });
}

/** Shopify tells an order's creation to the second: one of the switch's own second would count as covered. */
export async function awaitNextSecond(): Promise<void> {
  const second = () => Math.floor(Date.now() / 1000);
  const now = second();
  await waitFor(async () => second() > now, { what: "the next second" });
}
