/** The events that can be sent to Shopify Flow. Each has an extension of its own (`extensions/flow`). */
export const flowTriggers = [
  "held",
  "placed",
  "shipped",
  "delivered",
  "refused",
  "awaiting_funds",
  "margin_released",
  "cost_up",
  "product_removed",
] as const;
export type FlowTrigger = (typeof flowTriggers)[number];

/** What a workflow can ask for: commands of an order's page, by their names. */
export const flowActions = ["place", "hold", "cancel", "retry"] as const;
export type FlowAction = (typeof flowActions)[number];

/** Everything of Flow that is switched on or off by itself. */
export const flowNames = [...flowTriggers, ...flowActions] as const;
export type FlowName = (typeof flowNames)[number];

/** Why an event was last not sent, or an action last refused: a code of ours. */
export const flowFailures = ["refused_by_shopify", "too_late", "not_allowed", "not_applicable"] as const;
export type FlowFailure = (typeof flowFailures)[number];

/** How the extensions are called at Shopify; a handle never changes once it was deployed. */
export const triggerHandles: Readonly<Record<FlowTrigger, string>> = {
  held: "order-held",
  placed: "order-placed",
  shipped: "parcel-shipped",
  delivered: "parcel-delivered",
  refused: "parcel-refused",
  awaiting_funds: "order-awaiting-funds",
  margin_released: "margin-released",
  cost_up: "cost-up",
  product_removed: "product-removed",
};

export const actionHandles: Readonly<Record<FlowAction, string>> = {
  place: "place-order",
  hold: "hold-order",
  cancel: "cancel-order",
  retry: "retry-order",
};

/** Null for a handle that this version does not know. */
export function findActionOfHandle(handle: string): FlowAction | null {
  return flowActions.find((action) => actionHandles[action] === handle) ?? null;
}
