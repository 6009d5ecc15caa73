import type { ParcelMoney } from "#app/domain/orders/money/parcel-money.ts";
import type { OrderState } from "#app/domain/orders/reconcile/derive-order-state.ts";
export type StatusTone = "attention" | "critical" | "info" | "success" | "warning" | "plain";

export type StatusWords = { readonly label: string; readonly tone: StatusTone };

const ORDER_WORDS: Readonly<Record<OrderState, StatusWords>> = {
  new: { label: "Just arrived", tone: "info" },
  waiting: { label: "Waiting", tone: "info" },
  to_place: { label: "To place", tone: "attention" },
  held: { label: "Needs you", tone: "attention" },
  placing: { label: "Being placed", tone: "info" },
  placed: { label: "Placed", tone: "info" },
  awaiting_funds: { label: "Waiting for funds", tone: "attention" },
  on_the_way: { label: "On the way", tone: "info" },
  delivered: { label: "Delivered", tone: "success" },
  refused: { label: "Refused or returned", tone: "warning" },
  cancelled: { label: "Cancelled", tone: "plain" },
  finished_in_shopify: { label: "Finished in Shopify", tone: "success" },
  not_ours: { label: "Not for the supplier", tone: "plain" },
};

const PARCEL_WORDS: Readonly<Record<string, StatusWords>> = {
  RECEIVED: { label: "Received by the supplier", tone: "info" },
  AWAITING_FUNDS: { label: "Waiting for funds", tone: "attention" },
  CONFIRMED: { label: "Confirmed", tone: "info" },
  PROCESSING: { label: "Being packed", tone: "info" },
  SHIPPED: { label: "On the way", tone: "info" },
  DELIVERED: { label: "Delivered", tone: "success" },
  CANCELLED: { label: "Cancelled", tone: "plain" },
};

export function orderWords(state: OrderState): StatusWords {
  return ORDER_WORDS[state];
}

/** A refusal at the door and a return after delivery share one status at the service (R14). */
export function parcelWords(status: string, returnType: ParcelMoney["returnType"]): StatusWords {
  if (status === "RETURNED") {
    return { label: returnType === "return" ? "Returned" : "Refused at the door", tone: "warning" };
  }
  return PARCEL_WORDS[status] ?? { label: "New status", tone: "plain" };
}
