import type { HoldCode } from "#app/domain/messages/holds/hold-codes.ts";

/** Reasons why orders wait, as a merchant would sort them. */
export const holdGroups = [
  "press",
  "customer",
  "payment",
  "amount",
  "product",
  "account",
  "answer",
  "parcel",
  "shopify",
] as const;

export type HoldGroup = (typeof holdGroups)[number];

/** What orders wait for besides holds (waiting-sentence.ts). */
type WaitCode =
  | "automatic_off"
  | "older_than_automatic"
  | "rejected_by_us"
  | "too_many_waiting"
  | "rate_limited"
  | "daily_quota_exceeded"
  | "not_connected";

const GROUP_OF: Readonly<Record<HoldCode | WaitCode, HoldGroup>> = {
  automatic_off: "press",
  older_than_automatic: "press",
  rejected_by_us: "press",
  comes_back: "press",
  looks_twice: "press",
  held_by_person: "press",
  held_by_rule: "press",
  grace_period: "press",
  out_of_hours: "press",
  order_waited_long: "press",
  customer_data_missing: "customer",
  customer_data_not_approved: "customer",
  customer_edit_outdated: "customer",
  awaiting_confirmation: "customer",
  not_confirmed: "customer",
  phone_invalid: "customer",
  phone_foreign: "customer",
  city_unknown: "customer",
  city_ambiguous: "customer",
  not_in_pakistan: "customer",
  not_a_delivery: "customer",
  customer_blocked: "customer",
  how_paid: "payment",
  partly_paid: "payment",
  payment_pending: "payment",
  payment_not_captured: "payment",
  payment_terms: "payment",
  payment_failed: "payment",
  payment_refunded: "payment",
  nothing_to_collect: "payment",
  mark_paid_by_hand: "payment",
  margin_reversed: "payment",
  currency_not_pkr: "amount",
  price_below_minimum: "amount",
  amounts_disagree: "amount",
  cannot_be_exact: "amount",
  margin_below_floor: "amount",
  cod_below_cost: "amount",
  courier_will_collect_too_much: "amount",
  variant_not_linked: "product",
  variant_not_found: "product",
  out_of_stock: "product",
  too_many_items: "product",
  insufficient_balance: "account",
  awaiting_funds: "account",
  deposit_required: "account",
  daily_cap_reached: "account",
  reseller_suspended: "account",
  reseller_not_active: "account",
  dropship_disabled: "account",
  prepaid_disabled: "account",
  invalid_key: "account",
  ip_not_allowed: "account",
  account_not_connected: "account",
  not_connected: "account",
  test_connection: "account",
  placing_delayed: "answer",
  quote_refused: "answer",
  validation_error: "answer",
  duplicate_differs: "answer",
  idempotency_key_reused: "answer",
  answer_too_late: "answer",
  too_many_waiting: "answer",
  rate_limited: "answer",
  daily_quota_exceeded: "answer",
  work_stopped: "answer",
  work_deadly: "answer",
  confirmation_failed: "parcel",
  unknown_contents: "parcel",
  changed_after_placing: "parcel",
  too_late_to_cancel: "parcel",
  cancel_delayed: "parcel",
  parcel_stands_still: "parcel",
  rider_asked_other_sum: "parcel",
  cancelled_by_supplier: "parcel",
  parcel_refused: "parcel",
  parcel_returned: "parcel",
  fulfillment_cancelled: "parcel",
  units_not_open: "parcel",
  on_hold_in_shopify: "shopify",
  scheduled: "shopify",
  cancellation_pending: "shopify",
  not_requestable: "shopify",
  order_too_old: "shopify",
  order_nearly_too_old: "shopify",
  shopify_test_order: "shopify",
  shopify_refused: "shopify",
  missing_scope: "shopify",
  placing_paused: "shopify",
};

/** The codes of one group. */
export function codesOfGroup(group: HoldGroup): readonly string[] {
  return Object.entries(GROUP_OF).flatMap(([code, of]) => (of === group ? [code] : []));
}
