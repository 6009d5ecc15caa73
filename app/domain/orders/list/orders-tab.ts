import type { OrderState } from "../derive-order-state.ts";

/** The tabs of the orders' list. `needs_you` also takes any order with an open row of attention. */
export const ordersTabs = [
  "needs_you",
  "to_place",
  "awaiting_funds",
  "on_the_way",
  "delivered",
  "refused",
  "cancelled",
  "all",
] as const;

/** Beside the tabs: what a phone shows of them, three views in reach of a thumb. */
export const ordersViews = [...ordersTabs, "moving", "done"] as const;

export type OrdersTab = (typeof ordersTabs)[number];
export type OrdersView = (typeof ordersViews)[number];

const TO_PLACE = ["new", "waiting", "to_place"] as const;
const ON_THE_WAY = ["placing", "placed", "on_the_way"] as const;

/** Order states under each view; orders that are none of our business are under none. */
export const statesOfView: Readonly<Record<OrdersView, readonly OrderState[]>> = {
  needs_you: ["held"],
  to_place: TO_PLACE,
  awaiting_funds: ["awaiting_funds"],
  on_the_way: ON_THE_WAY,
  delivered: ["delivered"],
  refused: ["refused"],
  cancelled: ["cancelled"],
  moving: [...TO_PLACE, "awaiting_funds", ...ON_THE_WAY],
  done: ["delivered", "refused", "cancelled"],
  all: [...TO_PLACE, "held", "awaiting_funds", ...ON_THE_WAY, "delivered", "refused", "cancelled"],
};
