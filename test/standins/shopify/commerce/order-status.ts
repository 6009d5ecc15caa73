import type { FulfillmentState, OrderState } from "../order-state.ts";
import type { ShopState } from "../world.ts";
import { fulfillmentOrdersOf } from "./routing.ts";

export function fulfillmentsOf(shop: ShopState, orderId: string): FulfillmentState[] {
  return [...shop.fulfillments.values()].filter((fulfillment) => fulfillment.orderId === orderId);
}

/** Units of a line that live fulfillments carry. */
export function fulfilledUnits(shop: ShopState, orderId: string, orderLineId: string): number {
  return fulfillmentsOf(shop, orderId)
    .filter(({ status }) => status === "SUCCESS")
    .flatMap(({ lines }) => lines)
    .filter((line) => line.orderLineId === orderLineId)
    .reduce((total, { quantity }) => total + quantity, 0);
}

export function unfulfilledUnits(shop: ShopState, order: OrderState, orderLineId: string): number {
  const line = order.lines.find(({ id }) => id === orderLineId);
  return Math.max(0, (line?.currentQuantity ?? 0) - fulfilledUnits(shop, order.id, orderLineId));
}

export function displayFulfillmentStatus(shop: ShopState, order: OrderState): string {
  const fulfilled = order.lines.map((line) => fulfilledUnits(shop, order.id, line.id));
  const open = order.lines.map((line) => unfulfilledUnits(shop, order, line.id));
  const isSome = fulfilled.some((units) => units > 0);
  if (isSome && open.every((units) => units === 0)) return "FULFILLED";
  if (isSome) return "PARTIALLY_FULFILLED";
  const states = fulfillmentOrdersOf(shop.fulfillmentOrders, order.id).map(({ status }) => status);
  if (states.includes("IN_PROGRESS")) return "IN_PROGRESS";
  if (states.includes("ON_HOLD")) return "ON_HOLD";
  if (states.includes("SCHEDULED")) return "SCHEDULED";
  return "UNFULFILLED";
}

/** The older word of the webhook bodies. */
export function fulfillmentStatusWord(shop: ShopState, order: OrderState): "fulfilled" | "partial" | null {
  const status = displayFulfillmentStatus(shop, order);
  if (status === "FULFILLED") return "fulfilled";
  return status === "PARTIALLY_FULFILLED" ? "partial" : null;
}
