import { toIso } from "../clock.ts";
import { supportedActions } from "../commerce/fulfillment-order-actions.ts";
import { locationsForMove } from "../commerce/move.ts";
import { currenciesOf } from "../commerce/order-money.ts";
import { fulfillmentsOf } from "../commerce/order-status.ts";
import { moneyBagView } from "../money.ts";
import type {
  FulfillmentOrderLineState,
  FulfillmentOrderState,
  HoldState,
  MerchantRequestState,
  OrderState,
} from "../order-state.ts";
import type { Scene } from "../world.ts";
import { covers } from "./access.ts";
import { destinationView } from "./address-view.ts";
import { connection } from "./connection.ts";
import { fulfillmentView } from "./fulfillment-view.ts";
import { lineItemView, weightView } from "./order-line-view.ts";
import { orderView } from "./order-view.ts";
import { variantView } from "./product-view.ts";
import { locationView } from "./shop-view.ts";
import type { Args, View } from "./view.ts";

export function orderOf(scene: Scene, fulfillmentOrder: FulfillmentOrderState): OrderState {
  const order = scene.shop.orders.get(fulfillmentOrder.orderId);
  if (!order) throw new Error(`The stand-in lost the order of ${fulfillmentOrder.id}`);
  return order;
}

export function fulfillmentOrderView(scene: Scene, fulfillmentOrder: FulfillmentOrderState): View {
  const order = orderOf(scene, fulfillmentOrder);
  const { destination, id } = fulfillmentOrder;
  return {
    __typename: "FulfillmentOrder",
    id,
    status: fulfillmentOrder.status,
    requestStatus: fulfillmentOrder.requestStatus,
    createdAt: toIso(fulfillmentOrder.createdAt),
    updatedAt: toIso(fulfillmentOrder.updatedAt),
    fulfillAt: fulfillmentOrder.fulfillAt && toIso(fulfillmentOrder.fulfillAt),
    fulfillBy: null,
    orderId: order.id,
    orderName: order.name,
    orderProcessedAt: toIso(order.createdAt),
    order: () => orderView(scene, order),
    assignedLocation: assignedLocationView(scene, fulfillmentOrder),
    destination: destination && destinationView(id, destination, order.email),
    deliveryMethod: {
      id: id.replace("FulfillmentOrder", "DeliveryMethod"),
      methodType: fulfillmentOrder.methodType,
      presentedName: fulfillmentOrder.presentedName,
      serviceCode: null,
      minDeliveryDateTime: null,
      maxDeliveryDateTime: null,
    },
    internationalDuties: null,
    supportedActions: () =>
      supportedActions(scene, fulfillmentOrder).map((action) => ({ action, externalUrl: null })),
    fulfillmentHolds: fulfillmentOrder.holds.map(holdView),
    merchantRequests: (args: Args) =>
      connection(
        args,
        fulfillmentOrder.requests.filter(({ kind }) => !args.kind || kind === args.kind),
        (request) => merchantRequestView(scene, fulfillmentOrder, request),
      ),
    lineItems: (args: Args) =>
      connection(args, fulfillmentOrder.lines, (line) => fulfillmentOrderLineView(scene, order, line)),
    locationsForMove: (args: Args) =>
      connection(args, locationsForMove(scene, fulfillmentOrder), ({ location, movable }) => ({
        __typename: "FulfillmentOrderLocationForMove",
        location: locationView(scene, location),
        movable,
        message: movable ? null : "Some items are not stocked at this location.",
      })),
    fulfillments: (args: Args) =>
      connection(
        args,
        fulfillmentsOf(scene.shop, order.id).filter(({ lines }) =>
          lines.some((line) => line.fulfillmentOrderId === id),
        ),
        (fulfillment) => fulfillmentView(scene, fulfillment),
      ),
  };
}

function assignedLocationView(scene: Scene, { locationId, locationName }: FulfillmentOrderState): View {
  const location = scene.shop.locations.get(locationId);
  return {
    name: location?.name ?? locationName,
    countryCode: "PK",
    city: "Lahore",
    address1: null,
    address2: null,
    phone: null,
    province: null,
    zip: null,
    location: location ? () => locationView(scene, location) : null,
  };
}

function fulfillmentOrderLineView(scene: Scene, order: OrderState, line: FulfillmentOrderLineState): View {
  const orderLine = order.lines.find(({ id }) => id === line.orderLineId);
  if (!orderLine) throw new Error(`The stand-in lost the order line of ${line.id}`);
  const variant = orderLine.variantId ? scene.shop.variants.get(orderLine.variantId) : undefined;
  return {
    __typename: "FulfillmentOrderLineItem",
    id: line.id,
    totalQuantity: line.total,
    remainingQuantity: line.remaining,
    sku: orderLine.sku,
    productTitle: orderLine.title,
    variantTitle: orderLine.variantTitle,
    vendor: orderLine.vendor,
    inventoryItemId: orderLine.inventoryItemId,
    requiresShipping: orderLine.requiresShipping,
    weight: weightView(orderLine.weightKg),
    originalUnitPriceSet: moneyBagView(orderLine.unitPrice, currenciesOf(order)),
    lineItem: () => lineItemView(scene, order, orderLine),
    variant: variant ? () => variantView(scene, variant) : null,
    warnings: [],
  };
}

export function holdView(hold: HoldState): View {
  return {
    __typename: "FulfillmentHold",
    id: hold.id,
    handle: hold.byThisApp ? hold.handle : null,
    reason: hold.reason,
    reasonNotes: hold.reasonNotes,
    displayReason: hold.reason.toLowerCase().replaceAll("_", " "),
    heldByRequestingApp: hold.byThisApp,
    heldByApp: null,
  };
}

/** `responseData` stays null even after an answer: whoever needs the answer must keep it. */
function merchantRequestView(
  scene: Scene,
  fulfillmentOrder: FulfillmentOrderState,
  request: MerchantRequestState,
): View {
  const hidesAnswers = scene.world.rules.isOn("pending_cancellation_keeps_accepted");
  return {
    __typename: "FulfillmentOrderMerchantRequest",
    id: request.id,
    kind: request.kind,
    message: request.message,
    requestOptions: request.options,
    responseData: hidesAnswers || !request.answered ? null : { answered: true },
    sentAt: toIso(request.sentAt),
    fulfillmentOrder: () => fulfillmentOrderView(scene, fulfillmentOrder),
  };
}

/** An app sees the fulfillment orders of its own service, and others only with the scope for their kind. */
export function visibleFulfillmentOrders(
  scene: Scene,
  all: readonly FulfillmentOrderState[],
): FulfillmentOrderState[] {
  if (!scene.world.rules.isOn("fulfillment_orders_by_scope")) return [...all];
  return all.filter(
    ({ locationId }) =>
      covers(scene.shop.scopes, scopeFor(scene, locationId)) || isOurAssigned(scene, locationId),
  );
}

function scopeFor({ shop }: Scene, locationId: string): string {
  const serviceId = shop.locations.get(locationId)?.serviceId;
  return serviceId ? "read_third_party_fulfillment_orders" : "read_merchant_managed_fulfillment_orders";
}

function isOurAssigned({ shop }: Scene, locationId: string): boolean {
  const serviceId = shop.locations.get(locationId)?.serviceId;
  const service = serviceId ? shop.services.get(serviceId) : undefined;
  return service?.isOurs === true && covers(shop.scopes, "read_assigned_fulfillment_orders");
}
