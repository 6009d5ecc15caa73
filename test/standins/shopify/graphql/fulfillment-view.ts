import { toIso } from "../clock.ts";
import { legacyId } from "../ids.ts";
import type { FulfillmentEventState, FulfillmentState } from "../order-state.ts";
import type { Scene } from "../world.ts";
import { connection } from "./connection.ts";
import { fulfillmentOrderView } from "./fulfillment-order-view.ts";
import { lineItemView } from "./order-line-view.ts";
import { orderView } from "./order-view.ts";
import { locationView, serviceView } from "./shop-view.ts";
import type { Args, View } from "./view.ts";

export function fulfillmentView(scene: Scene, fulfillment: FulfillmentState): View {
  const { shop } = scene;
  const location = shop.locations.get(fulfillment.locationId);
  const service = fulfillment.serviceId ? shop.services.get(fulfillment.serviceId) : undefined;
  const order = shop.orders.get(fulfillment.orderId);
  if (!order) throw new Error(`The stand-in lost the order of ${fulfillment.id}`);
  return {
    __typename: "Fulfillment",
    id: fulfillment.id,
    legacyResourceId: String(legacyId(fulfillment.id)),
    name: fulfillment.name,
    status: fulfillment.status,
    displayStatus: fulfillment.displayStatus,
    createdAt: toIso(fulfillment.createdAt),
    updatedAt: toIso(fulfillment.updatedAt),
    deliveredAt: fulfillment.deliveredAt && toIso(fulfillment.deliveredAt),
    inTransitAt: fulfillment.inTransitAt && toIso(fulfillment.inTransitAt),
    estimatedDeliveryAt: fulfillment.estimatedDeliveryAt && toIso(fulfillment.estimatedDeliveryAt),
    totalQuantity: fulfillment.lines.reduce((total, { quantity }) => total + quantity, 0),
    requiresShipping: true,
    location: location ? () => locationView(scene, location) : null,
    service: service ? () => serviceView(scene, service) : null,
    order: () => orderView(scene, order),
    trackingInfo: (args: Args) =>
      fulfillment.tracking.slice(0, typeof args.first === "number" ? args.first : undefined),
    events: (args: Args) => connection(args, sortedEvents(fulfillment, args), eventView),
    fulfillmentLineItems: (args: Args) =>
      connection(args, fulfillment.lines, (line) => ({
        id: line.id,
        quantity: line.quantity,
        lineItem: () => {
          const orderLine = order.lines.find(({ id }) => id === line.orderLineId);
          return orderLine ? lineItemView(scene, order, orderLine) : null;
        },
      })),
    fulfillmentOrders: (args: Args) =>
      connection(args, fulfillmentOrdersOf(scene, fulfillment), (one) => fulfillmentOrderView(scene, one)),
  };
}

function fulfillmentOrdersOf({ shop }: Scene, { lines }: FulfillmentState) {
  const ids = [...new Set(lines.map(({ fulfillmentOrderId }) => fulfillmentOrderId))];
  return ids.flatMap((id) => {
    const found = shop.fulfillmentOrders.get(id);
    return found ? [found] : [];
  });
}

function sortedEvents({ events }: FulfillmentState, args: Args): FulfillmentEventState[] {
  if (args.sortKey !== "HAPPENED_AT") return events;
  return [...events].sort((a, b) => a.happenedAt.getTime() - b.happenedAt.getTime());
}

export function eventView(event: FulfillmentEventState): View {
  return {
    __typename: "FulfillmentEvent",
    id: event.id,
    status: event.status,
    happenedAt: toIso(event.happenedAt),
    createdAt: toIso(event.createdAt),
    message: event.message,
    city: event.city,
    province: event.province,
    country: event.country,
    zip: event.zip,
    address1: event.address1,
    latitude: null,
    longitude: null,
    estimatedDeliveryAt: event.estimatedDeliveryAt && toIso(event.estimatedDeliveryAt),
  };
}
