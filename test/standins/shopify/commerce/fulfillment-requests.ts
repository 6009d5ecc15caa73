import { randomUUID } from "node:crypto";
import { refuseWith } from "../graphql/mutations/user-error.ts";
import { refuse } from "../graphql/view.ts";
import type { FulfillmentOrderState, HoldState, MerchantRequestState, OrderState } from "../order-state.ts";
import type { Scene } from "../world.ts";
import { remainingUnits, serviceOf } from "./fulfillment-order-actions.ts";
import { shiftStock } from "./inventory.ts";
import { openFulfillmentOrder } from "./routing.ts";
import { splitOff, type Units } from "./split.ts";

/** The life of a fulfillment order as the merchant, Shopify and the fulfillment service move it. */
export function findFulfillmentOrder({ shop }: Scene, id: string): FulfillmentOrderState {
  const found = shop.fulfillmentOrders.get(id);
  if (!found) throw refuse("Invalid id", "RESOURCE_NOT_FOUND");
  return found;
}

function enter(scene: Scene, one: FulfillmentOrderState, status: string, requestStatus: string): void {
  const now = scene.world.clock.now();
  one.status = status;
  one.requestStatus = requestStatus;
  one.updatedAt = now;
  const order = scene.shop.orders.get(one.orderId);
  if (order) order.updatedAt = now;
}

function need(scene: Scene, isAllowed: boolean, message: string): void {
  if (!isAllowed && scene.world.rules.isOn("request_state_machine")) throw refuseWith(message);
}

function needOurs(scene: Scene, one: FulfillmentOrderState): void {
  if (!serviceOf(scene, one)?.isOurs)
    throw refuse("Access denied: the fulfillment order is not assigned to this app.", "ACCESS_DENIED");
}

const REQUESTABLE = new Set(["UNSUBMITTED", "REJECTED", "CANCELLATION_ACCEPTED", "CLOSED"]);

export type Submitted = {
  original: FulfillmentOrderState;
  submitted: FulfillmentOrderState;
  rest: FulfillmentOrderState | null;
};

export function submitRequest(
  scene: Scene,
  one: FulfillmentOrderState,
  input: { readonly units?: Units | null; readonly message: string | null; readonly notifyCustomer: boolean },
): Submitted {
  const hasService = serviceOf(scene, one) !== undefined;
  if (!hasService && scene.world.rules.isOn("request_needs_own_service")) {
    throw refuseWith("The fulfillment order is not assigned to a fulfillment service location.");
  }
  const isOpen = one.status === "OPEN" || one.status === "INCOMPLETE";
  need(
    scene,
    isOpen && REQUESTABLE.has(one.requestStatus),
    "The fulfillment order is not in a requestable state.",
  );
  const rest = input.units ? splitOff(scene, one, input.units) : null;
  const request: MerchantRequestState = {
    id: scene.world.ids.next("FulfillmentOrderMerchantRequest"),
    kind: "FULFILLMENT_REQUEST",
    message: input.message,
    options: { notify_customer: input.notifyCustomer },
    sentAt: scene.world.clock.now(),
    answered: false,
  };
  one.requests.push(request);
  enter(scene, one, "OPEN", "SUBMITTED");
  scene.world.webhooks.emit(scene.shop, "fulfillment_orders/fulfillment_request_submitted", {
    original_fulfillment_order: reference(one),
    submitted_fulfillment_order: reference(one),
    fulfillment_order_merchant_request: { id: request.id, message: request.message },
  });
  callBack(scene, one, "FULFILLMENT_REQUEST");
  return { original: one, submitted: one, rest };
}

export function acceptRequest(scene: Scene, one: FulfillmentOrderState): void {
  needOurs(scene, one);
  need(
    scene,
    one.requestStatus === "SUBMITTED" && one.status === "OPEN",
    "The fulfillment request is not in a state that can be accepted.",
  );
  answer(one, "FULFILLMENT_REQUEST");
  enter(scene, one, "IN_PROGRESS", "ACCEPTED");
  emitState(scene, "fulfillment_orders/fulfillment_request_accepted", one);
}

export function rejectRequest(scene: Scene, one: FulfillmentOrderState): void {
  needOurs(scene, one);
  need(
    scene,
    one.requestStatus === "SUBMITTED",
    "The fulfillment request is not in a state that can be rejected.",
  );
  answer(one, "FULFILLMENT_REQUEST");
  if (scene.world.rules.isOn("rejected_request_stays_open")) enter(scene, one, "OPEN", "REJECTED");
  else replace(scene, one, "CANCELLED", "REJECTED");
  emitState(scene, "fulfillment_orders/fulfillment_request_rejected", one);
}

export function submitCancellation(scene: Scene, one: FulfillmentOrderState, message: string | null): void {
  const isAccepted =
    one.status === "IN_PROGRESS" && ["ACCEPTED", "CANCELLATION_REJECTED"].includes(one.requestStatus);
  need(
    scene,
    isAccepted && !pendingCancellation(one),
    "Cancellation cannot be requested for the fulfillment order in this state.",
  );
  const request: MerchantRequestState = {
    id: scene.world.ids.next("FulfillmentOrderMerchantRequest"),
    kind: "CANCELLATION_REQUEST",
    message,
    options: {},
    sentAt: scene.world.clock.now(),
    answered: false,
  };
  one.requests.push(request);
  const keeps = scene.world.rules.isOn("pending_cancellation_keeps_accepted");
  enter(scene, one, "IN_PROGRESS", keeps ? one.requestStatus : "CANCELLATION_REQUESTED");
  scene.world.webhooks.emit(scene.shop, "fulfillment_orders/cancellation_request_submitted", {
    fulfillment_order: { ...reference(one), request_status: "cancellation_requested" },
    fulfillment_order_merchant_request: { id: request.id, message },
  });
  callBack(scene, one, "CANCELLATION_REQUEST");
}

export function acceptCancellation(scene: Scene, one: FulfillmentOrderState): void {
  needOurs(scene, one);
  need(
    scene,
    pendingCancellation(one) !== undefined,
    "No cancellation request is pending for the fulfillment order.",
  );
  answer(one, "CANCELLATION_REQUEST");
  replace(scene, one, "CLOSED", "CANCELLATION_ACCEPTED");
  emitState(scene, "fulfillment_orders/cancellation_request_accepted", one);
}

export function rejectCancellation(scene: Scene, one: FulfillmentOrderState): void {
  needOurs(scene, one);
  need(
    scene,
    pendingCancellation(one) !== undefined,
    "No cancellation request is pending for the fulfillment order.",
  );
  answer(one, "CANCELLATION_REQUEST");
  enter(scene, one, "IN_PROGRESS", "CANCELLATION_REJECTED");
  emitState(scene, "fulfillment_orders/cancellation_request_rejected", one);
}

export function closeAsIncomplete(scene: Scene, one: FulfillmentOrderState): void {
  needOurs(scene, one);
  need(scene, one.status === "IN_PROGRESS", "The fulfillment order cannot be closed in this state.");
  if (scene.world.rules.isOn("closed_as_incomplete_stays")) enter(scene, one, "INCOMPLETE", "CLOSED");
  else replace(scene, one, "INCOMPLETE", "CLOSED");
  emitState(scene, "fulfillment_orders/cancelled", one);
}

function pendingCancellation(one: FulfillmentOrderState): MerchantRequestState | undefined {
  return one.requests.find(({ kind, answered }) => kind === "CANCELLATION_REQUEST" && !answered);
}

function answer(one: FulfillmentOrderState, kind: MerchantRequestState["kind"]): void {
  for (const request of one.requests) if (request.kind === kind) request.answered = true;
}

/** Ends this one with nothing left in it, and offers its units again on a new one at the same location. */
function replace(scene: Scene, one: FulfillmentOrderState, status: string, requestStatus: string): void {
  const units = one.lines
    .filter(({ remaining }) => remaining > 0)
    .map(({ orderLineId, remaining }) => ({ orderLineId, quantity: remaining }));
  for (const line of one.lines) {
    line.total -= line.remaining;
    line.remaining = 0;
  }
  enter(scene, one, status, requestStatus);
  const order = scene.shop.orders.get(one.orderId);
  const comesBack = scene.world.rules.isOn("accepted_cancellation_comes_back") && order && !order.cancelledAt;
  if (comesBack && units.length > 0) {
    const next = openFulfillmentOrder(scene, order, one.locationId, units);
    scene.world.webhooks.emit(scene.shop, "fulfillment_orders/order_routing_complete", {
      fulfillment_order: reference(next),
    });
  }
}

export function cancelFulfillmentOrder(
  scene: Scene,
  one: FulfillmentOrderState,
): FulfillmentOrderState | null {
  need(
    scene,
    one.status !== "CLOSED" && one.status !== "CANCELLED" && one.status !== "IN_PROGRESS",
    "The fulfillment order cannot be cancelled in this state.",
  );
  const before = new Set(scene.shop.fulfillmentOrders.keys());
  replace(scene, one, "CANCELLED", one.requestStatus);
  emitState(scene, "fulfillment_orders/cancelled", one);
  const id = [...scene.shop.fulfillmentOrders.keys()].find((key) => !before.has(key));
  return id ? (scene.shop.fulfillmentOrders.get(id) ?? null) : null;
}

/** Takes units out for good, because the order no longer has them; stock goes back to what is available. */
export function withdrawUnits(
  scene: Scene,
  order: OrderState,
  orderLineId: string,
  quantity: number,
  restock: boolean,
): void {
  let left = quantity;
  for (const one of [...scene.shop.fulfillmentOrders.values()].filter(
    ({ orderId }) => orderId === order.id,
  )) {
    if (["CLOSED", "CANCELLED"].includes(one.status)) continue;
    for (const line of one.lines.filter((entry) => entry.orderLineId === orderLineId)) {
      const taken = Math.min(left, line.remaining);
      if (taken === 0) continue;
      line.remaining -= taken;
      line.total -= taken;
      left -= taken;
      const itemId = order.lines.find(({ id }) => id === orderLineId)?.inventoryItemId ?? null;
      shiftStock(scene, itemId, one.locationId, { committed: -taken, available: restock ? taken : 0 });
    }
    if (remainingUnits(one) === 0) enter(scene, one, "CLOSED", one.requestStatus);
    else one.updatedAt = scene.world.clock.now();
  }
}

export function hold(scene: Scene, one: FulfillmentOrderState, given: Omit<HoldState, "id">): HoldState {
  const limited = scene.world.rules.isOn("holds_limit");
  const own = one.holds.filter(({ byThisApp }) => byThisApp === given.byThisApp);
  const handleField = ["fulfillmentHold", "handle"];
  if (limited && (given.handle?.length ?? 0) > 64)
    throw refuseWith("The handle is too long (maximum is 64 characters).", handleField, "INVALID");
  if (limited && given.handle && own.some(({ handle }) => handle === given.handle)) {
    const message =
      "The handle provided for the fulfillment hold is already in use by this app for another hold on this fulfillment order.";
    throw refuseWith(message, handleField, "DUPLICATE_FULFILLMENT_HOLD_HANDLE");
  }
  if (limited && own.length >= 10) {
    throw refuseWith(
      "The maximum number of fulfillment holds for this fulfillment order has been reached for this app.",
      ["id"],
      "FULFILLMENT_ORDER_HOLD_LIMIT_REACHED",
    );
  }
  need(
    scene,
    ["OPEN", "ON_HOLD", "SCHEDULED", "INCOMPLETE"].includes(one.status),
    "The fulfillment order is not in a state that can be put on hold.",
  );
  const placed: HoldState = { ...given, id: scene.world.ids.next("FulfillmentHold") };
  one.holds.push(placed);
  enter(scene, one, "ON_HOLD", one.requestStatus);
  emitState(scene, "fulfillment_orders/placed_on_hold", one);
  return placed;
}

export function releaseHolds(
  scene: Scene,
  one: FulfillmentOrderState,
  holdIds: readonly string[] | null,
): void {
  need(scene, one.holds.length > 0, "The fulfillment order is not on hold.");
  one.holds = holdIds === null ? [] : one.holds.filter(({ id }) => !holdIds.includes(id));
  if (one.holds.length > 0) return;
  enter(scene, one, "OPEN", one.requestStatus);
  emitState(scene, "fulfillment_orders/hold_released", one);
}

function reference(one: FulfillmentOrderState) {
  return { id: one.id, status: one.status.toLowerCase(), request_status: one.requestStatus.toLowerCase() };
}

export function emitState({ world, shop }: Scene, topic: string, one: FulfillmentOrderState): void {
  world.webhooks.emit(shop, topic, { fulfillment_order: reference(one) });
}

/** Shopify also calls the service's own address, without saying which fulfillment order it means. */
function callBack(scene: Scene, one: FulfillmentOrderState, kind: MerchantRequestState["kind"]): void {
  const url = serviceOf(scene, one)?.callbackUrl;
  if (!url) return;
  scene.world.scheduler.after(0, () =>
    scene.world.webhooks.callService(
      scene.shop,
      `${url}/fulfillment_order_notification`,
      { kind },
      randomUUID(),
    ),
  );
}
