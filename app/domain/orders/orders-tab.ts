export const ordersTabs = ["needs_you", "to_place", "on_the_way", "done", "all"] as const;

export type OrdersTab = (typeof ordersTabs)[number];

/** Order states under each tab. *Needs you* also takes any order with an open attention row. */
export const statesOfTab: Readonly<Record<Exclude<OrdersTab, "all">, readonly string[]>> = {
  needs_you: ["held", "awaiting_funds"],
  to_place: ["new", "waiting", "to_place"],
  on_the_way: ["placing", "placed", "on_the_way"],
  done: ["delivered", "refused", "cancelled"],
};
