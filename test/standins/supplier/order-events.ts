import { toOrderEventView, toOrderView } from "./order-views.ts";
import type { Order, World } from "./state.ts";
import { emitEvent } from "./webhook-events.ts";

export type OrderEventName =
  | "order.received"
  | "order.confirmed"
  | "order.shipped"
  | "order.delivered"
  | "order.returned"
  | "order.cancelled"
  | "wallet.margin_released";

/** Tells the integration that placed the order. */
export function emitOrderEvent(
  world: World,
  order: Order,
  event: OrderEventName,
  released: { amount: number } | null = null,
): void {
  const view =
    world.undefinedBehaviour.eventData === "order"
      ? toOrderView(world, order)
      : toOrderEventView(world, order);
  const data = {
    ...view,
    ...(event === "order.returned" ? returnedFields(world, order) : {}),
    ...(released === null ? {} : releasedFields(world, released.amount)),
  };
  emitEvent(world, { integrationId: order.integrationId, mode: order.mode, event, data });
}

function returnedFields(world: World, order: Order): Record<string, unknown> {
  switch (world.undefinedBehaviour.returnedTypeAt) {
    case "data.type":
      return { type: order.returnType };
    case "data.return.type":
      return { return: { type: order.returnType, charge: order.rtoCharge, credit: order.returnCredit } };
    case "absent":
      return {};
  }
}

function releasedFields(world: World, amount: number): Record<string, unknown> {
  switch (world.undefinedBehaviour.releasedAmountAt) {
    case "data.amount":
      return { amount };
    case "data.marginRelease.amount":
      return { marginRelease: { amount } };
    case "data.wallet.amount":
      return { wallet: { amount } };
    case "absent":
      return {};
  }
}
