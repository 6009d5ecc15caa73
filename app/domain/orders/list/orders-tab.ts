import type { OrderState } from "#app/domain/orders/reconcile/derive-order-state.ts";

/** The tabs of the orders' list. `needs_you` also takes any order with an open row of attention. */
export const ordersTabs = [
  "needs_you",
  "to_place",
  "waiting",
  "awaiting_funds",
  "preparing",
  "on_the_way",
  "delivered",
  "refused",
  "cancelled",
  "all",
] as const;

/** Beside the tabs: what a phone shows of them, three views in reach of a thumb. */
export const ordersViews = [...ordersTabs, "moving", "done"] as const;

export type OrdersView = (typeof ordersViews)[number];

const WAITING = ["new", "waiting"] as const;
const PREPARING = ["placing", "placed"] as const;
const MOVING = [...WAITING, "to_place", "awaiting_funds", ...PREPARING, "on_the_way"] as const;

const DONE = ["delivered", "refused", "cancelled", "finished_in_shopify"] as const;

/** Order states under each view; orders that are none of our business are under none. */
export const statesOfView: Readonly<Record<OrdersView, readonly OrderState[]>> = {
  needs_you: ["held"],
  to_place: ["to_place"],
  waiting: WAITING,
  awaiting_funds: ["awaiting_funds"],
  preparing: PREPARING,
  on_the_way: ["on_the_way"],
  delivered: ["delivered"],
  refused: ["refused"],
  cancelled: ["cancelled"],
  moving: MOVING,
  done: DONE,
  all: ["held", ...MOVING, ...DONE],
};
