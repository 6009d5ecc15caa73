import type { HandoffState } from "#app/domain/orders/placement/handoff-state.ts";
/** The states an order's row can hold; the pages' tabs and badges are made from them. */
export const orderStates = [
  "new",
  /** Nothing to do before a time, a payment or a release in Shopify. */
  "waiting",
  /** Ready, but nobody has asked for it: a switch is off or the order is older than the switch. */
  "to_place",
  "held",
  "placing",
  "placed",
  "awaiting_funds",
  "on_the_way",
  "delivered",
  "refused",
  "cancelled",
  /** The merchant fulfilled it himself, or said that it is over. */
  "finished_in_shopify",
  "not_ours",
] as const;
export type OrderState = (typeof orderStates)[number];

/** What this run found for the units that are not handed off. */
export type PlacementState =
  | { readonly kind: "nothing_open" }
  | { readonly kind: "not_ours" }
  | { readonly kind: "waiting"; readonly code: string | null }
  | { readonly kind: "to_place"; readonly code: string | null }
  | { readonly kind: "held"; readonly code: string };

type OrderStateInput = {
  readonly isCancelled: boolean;
  /** Everything in it that is to be shipped has left, by whomever. */
  readonly isFulfilled: boolean;
  readonly handoffs: readonly {
    readonly state: HandoffState;
    readonly parcels: readonly { readonly status: string }[];
  }[];
  readonly placement: PlacementState;
};

/** One word for the whole order. What needs a person comes first, then what moves, then what is over. */
export function deriveOrderState({ handoffs, placement, ...order }: OrderStateInput): OrderState {
  if (handoffs.some((handoff) => handoff.state === "sending")) return "placing";
  if (placement.kind === "held") return "held";
  const parcels = handoffs.flatMap((handoff) => (handoff.state === "refused" ? [] : handoff.parcels));
  return stateOfParcels(parcels) ?? stateWithoutParcels(order, parcels.length > 0, placement);
}

function stateOfParcels(parcels: readonly { readonly status: string }[]): OrderState | null {
  const live = parcels.filter((parcel) => parcel.status !== "CANCELLED");
  const has = (...statuses: string[]) => live.some((parcel) => statuses.includes(parcel.status));
  if (live.length === 0) return null;
  if (has("AWAITING_FUNDS")) return "awaiting_funds";
  if (has("SHIPPED")) return "on_the_way";
  if (live.some((parcel) => !["DELIVERED", "RETURNED"].includes(parcel.status))) return "placed";
  return has("RETURNED") ? "refused" : "delivered";
}

function stateWithoutParcels(
  { isCancelled, isFulfilled }: Pick<OrderStateInput, "isCancelled" | "isFulfilled">,
  hadParcels: boolean,
  placement: PlacementState,
): OrderState {
  if (isCancelled) return "cancelled";
  if (placement.kind === "waiting" || placement.kind === "to_place" || placement.kind === "not_ours") {
    return placement.kind;
  }
  if (isFulfilled) return "finished_in_shopify";
  return hadParcels ? "cancelled" : "new";
}
