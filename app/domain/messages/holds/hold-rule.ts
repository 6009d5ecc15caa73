import type { HoldParams } from "./hold-sentences.ts";

/** The button beside the sentence; each page knows what it opens. */
export type HoldAction =
  | "answer_how_paid"
  | "ask_again"
  | "ask_supplier_again"
  | "cancel"
  | "call_customer"
  | "cancel_and_place_again"
  | "choose_city"
  | "compare_and_choose"
  | "collect_rest"
  | "customer_answered"
  | "customer_confirmed"
  | "edit_customer"
  | "finished_in_shopify"
  | "forget_block"
  | "end_test_connection"
  | "fulfil_again"
  | "grant_scopes"
  | "leave_it"
  | "leave_refused"
  | "lower_delivery_charge"
  | "mark_as_paid"
  | "map_variant"
  | "move_away"
  | "open_connection"
  | "open_in_shopify"
  | "open_service_dashboard"
  | "pay_from_wallet"
  | "place"
  | "place_anyway"
  | "resume_placing"
  | "retry"
  | "say_contents"
  | "see_parcel"
  | "top_up_wallet"
  | "wait";

/** Who ends the hold: time or the service, the merchant, or nobody (the order is not ours to place). */
export type HoldEnds = "by_itself" | "by_merchant" | "never";

export type HoldRule = {
  readonly sentence: (params: HoldParams) => string;
  readonly action: HoldAction;
  readonly ends: HoldEnds;
};
