import { refuseWith } from "../graphql/mutations/user-error.ts";
import type {
  FulfillmentOrderLineState,
  FulfillmentOrderState,
  FulfillmentState,
  OrderState,
  TrackingState,
} from "../order-state.ts";
import { fulfillmentBody } from "../webhooks/fulfillment-body.ts";
import { touchOrder } from "../webhooks/order-events.ts";
import type { Scene } from "../world.ts";
import { remainingUnits, serviceOf } from "./fulfillment-order-actions.ts";
import { findFulfillmentOrder } from "./fulfillment-requests.ts";
import { shiftStock } from "./inventory.ts";
import { fulfillmentsOf } from "./order-status.ts";
import { openFulfillmentOrder } from "./routing.ts";

export type NewFulfillment = {
  readonly groups: ReadonlyArray<{
    readonly fulfillmentOrderId: string;
    /** Absent: all that remains. */
    readonly lines?: ReadonlyArray<{ readonly id: string; readonly quantity: number }> | null;
  }>;
  readonly tracking: readonly TrackingState[];
  readonly notifyCustomer: boolean;
  /** The merchant may ship what the app may not. */
  readonly byMerchant: boolean;
};

type TakenUnits = {
  readonly from: FulfillmentOrderState;
  readonly line: FulfillmentOrderLineState;
  readonly quantity: number;
};

export function createFulfillment(scene: Scene, input: NewFulfillment): FulfillmentState {
  const { world, shop } = scene;
  const sources = input.groups.map(({ fulfillmentOrderId }) =>
    findFulfillmentOrder(scene, fulfillmentOrderId),
  );
  const [first] = sources;
  if (!first) throw refuseWith("Line items by fulfillment order can't be blank", ["fulfillment"]);
  for (const one of sources) checkFulfillable(scene, one, first, input.byMerchant);
  const taken = input.groups.flatMap((group, index) => {
    const from = sources[index];
    return from ? takeUnits(scene, from, group.lines ?? null) : [];
  });
  const order = shop.orders.get(first.orderId);
  if (!order) throw refuseWith("Order not found.");
  const now = world.clock.now();
  const fulfillment: FulfillmentState = {
    id: world.ids.next("Fulfillment"),
    name: `${order.name}-F${fulfillmentsOf(shop, order.id).length + 1}`,
    orderId: order.id,
    locationId: first.locationId,
    serviceId: serviceOf(scene, first)?.id ?? null,
    status: "SUCCESS",
    displayStatus: "FULFILLED",
    createdAt: now,
    updatedAt: now,
    deliveredAt: null,
    inTransitAt: null,
    estimatedDeliveryAt: null,
    tracking: [...input.tracking],
    events: [],
    lines: taken.map(({ from, line, quantity }) => ({
      id: world.ids.next("FulfillmentLineItem"),
      orderLineId: line.orderLineId,
      quantity,
      fulfillmentOrderId: from.id,
      fulfillmentOrderLineId: line.id,
    })),
  };
  shop.fulfillments.set(fulfillment.id, fulfillment);
  for (const one of taken) shipUnits(scene, order, one);
  for (const one of sources) closeWhenEmpty(scene, one);
  announceFulfillment(scene, order, fulfillment, "fulfillments/create");
  if (input.notifyCustomer) sendMail(scene, "shipping_confirmation", fulfillment);
  return fulfillment;
}

function checkFulfillable(
  { world, shop }: Scene,
  one: FulfillmentOrderState,
  first: FulfillmentOrderState,
  byMerchant: boolean,
): void {
  const isElsewhere = one.locationId !== first.locationId || one.orderId !== first.orderId;
  if (isElsewhere && world.rules.isOn("fulfill_one_location")) {
    throw refuseWith(
      "All fulfillment orders must be assigned to the same location and belong to the same order.",
    );
  }
  const isOpen = one.status === "OPEN" || one.status === "IN_PROGRESS" || one.status === "INCOMPLETE";
  if (!isOpen && world.rules.isOn("fulfill_not_on_hold")) {
    const message = `Fulfillment order ${one.id} has an unfulfillable status= ${one.status.toLowerCase()}.`;
    throw refuseWith(message, ["fulfillment"]);
  }
  if (byMerchant) return;
  const service = serviceOf({ world, shop }, one);
  if (service && !service.isOurs)
    throw refuseWith("The api client does not have access to the fulfillment order.");
  const isWaiting = service !== undefined && one.status !== "IN_PROGRESS";
  if (isWaiting && world.rules.isOn("fulfill_only_accepted")) {
    throw refuseWith("The fulfillment request of the fulfillment order has not been accepted.", [
      "fulfillment",
    ]);
  }
}

function takeUnits(
  scene: Scene,
  from: FulfillmentOrderState,
  wanted: ReadonlyArray<{ readonly id: string; readonly quantity: number }> | null,
): TakenUnits[] {
  if (wanted === null || wanted.length === 0) {
    return from.lines
      .filter(({ remaining }) => remaining > 0)
      .map((line) => ({ from, line, quantity: line.remaining }));
  }
  return wanted.map(({ id, quantity }) => {
    const line = from.lines.find((entry) => entry.id === id);
    if (!line) throw refuseWith("Fulfillment order line item does not exist.", ["fulfillment"]);
    const isTooMuch = quantity > line.remaining || quantity < 1;
    if (isTooMuch && scene.world.rules.isOn("fulfill_one_location")) {
      throw refuseWith("Invalid fulfillment order line item quantity requested.", ["fulfillment"]);
    }
    return { from, line, quantity };
  });
}

function shipUnits(scene: Scene, order: OrderState, { from, line, quantity }: TakenUnits): void {
  line.remaining -= quantity;
  const itemId = order.lines.find(({ id }) => id === line.orderLineId)?.inventoryItemId ?? null;
  shiftStock(scene, itemId, from.locationId, { committed: -quantity });
}

function closeWhenEmpty({ world }: Scene, one: FulfillmentOrderState): void {
  if (remainingUnits(one) === 0) one.status = "CLOSED";
  one.updatedAt = world.clock.now();
}

/** Undoes a fulfillment: its units are offered again at the same location. */
export function cancelFulfillment(scene: Scene, fulfillment: FulfillmentState): void {
  const { world, shop } = scene;
  if (fulfillment.status === "CANCELLED") throw refuseWith("Fulfillment is already cancelled.", ["id"]);
  fulfillment.status = "CANCELLED";
  fulfillment.displayStatus = "CANCELED";
  fulfillment.updatedAt = world.clock.now();
  const order = shop.orders.get(fulfillment.orderId);
  if (!order) return;
  for (const { orderLineId, quantity } of fulfillment.lines) {
    const itemId = order.lines.find(({ id }) => id === orderLineId)?.inventoryItemId ?? null;
    shiftStock(scene, itemId, fulfillment.locationId, { committed: quantity });
  }
  if (world.rules.isOn("cancelled_fulfillment_reopens") && !order.cancelledAt) {
    const units = fulfillment.lines.map(({ orderLineId, quantity }) => ({ orderLineId, quantity }));
    const next = openFulfillmentOrder(scene, order, fulfillment.locationId, units);
    world.webhooks.emit(shop, "fulfillment_orders/order_routing_complete", {
      fulfillment_order: { id: next.id, status: next.status.toLowerCase() },
    });
  }
  announceFulfillment(scene, order, fulfillment, "fulfillments/update");
}

export function announceFulfillment(
  scene: Scene,
  order: OrderState,
  fulfillment: FulfillmentState,
  topic: "fulfillments/create" | "fulfillments/update",
): void {
  scene.world.webhooks.emit(scene.shop, topic, fulfillmentBody(order, fulfillment));
  touchOrder(scene, order);
}

export function sendMail({ world, shop }: Scene, kind: string, fulfillment: FulfillmentState): void {
  shop.mails.push({
    kind,
    orderId: fulfillment.orderId,
    fulfillmentId: fulfillment.id,
    at: world.clock.now(),
  });
}
