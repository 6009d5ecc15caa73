import { type HoldCode, holdAction } from "#app/domain/messages/holds/hold-codes.ts";
import type { HoldAction } from "#app/domain/messages/holds/hold-rule.ts";
import type { HoldParams } from "#app/domain/messages/holds/hold-sentences.ts";

/** What a merchant can do instead of having the supplier ship it. */
const INSTEAD = ["move_away", "cancel"] as const;
const NOT_FOR_SUPPLIER = [...INSTEAD, "open_in_shopify"] as const;

/** Every way out of a hold, the nearest first; a code that is not named has only its own button. */
const RESOLUTIONS: Partial<Record<HoldCode, readonly HoldAction[]>> = {
  account_not_connected: ["open_connection", "retry"],
  awaiting_confirmation: ["customer_confirmed", "cancel"],
  amounts_disagree: ["open_in_shopify", "retry", ...INSTEAD],
  cannot_be_exact: ["lower_delivery_charge", "open_in_shopify", ...INSTEAD],
  confirmation_failed: ["customer_confirmed", "cancel", "see_parcel"],
  cod_below_cost: ["open_in_shopify", "retry", ...INSTEAD],
  comes_back: ["place", ...INSTEAD],
  currency_not_pkr: NOT_FOR_SUPPLIER,
  customer_blocked: [...INSTEAD, "ask_supplier_again", "forget_block", "open_in_shopify"],
  customer_data_missing: ["edit_customer", "open_in_shopify"],
  customer_data_not_approved: ["retry", "edit_customer", "open_in_shopify"],
  customer_edit_outdated: ["edit_customer"],
  city_ambiguous: ["choose_city", "edit_customer"],
  city_unknown: ["choose_city", "edit_customer"],
  cancelled_by_supplier: ["place", ...INSTEAD],
  daily_cap_reached: ["wait", "move_away"],
  deposit_required: ["top_up_wallet", "retry"],
  dropship_disabled: ["wait", ...INSTEAD],
  held_by_person: ["place", ...INSTEAD],
  grace_period: ["place", "cancel"],
  held_by_rule: ["place_anyway", "cancel"],
  insufficient_balance: ["top_up_wallet", "retry"],
  invalid_key: ["open_connection", "retry"],
  ip_not_allowed: ["open_connection", "retry"],
  mark_paid_by_hand: ["mark_as_paid", "open_in_shopify"],
  margin_reversed: ["leave_it", "see_parcel"],
  margin_below_floor: ["place_anyway", ...INSTEAD],
  not_a_delivery: NOT_FOR_SUPPLIER,
  not_confirmed: ["place_anyway", "ask_again", "cancel"],
  not_in_pakistan: ["open_in_shopify", "retry", ...INSTEAD],
  nothing_to_collect: ["open_in_shopify", "retry", ...INSTEAD],
  on_hold_in_shopify: ["open_in_shopify", "retry"],
  order_nearly_too_old: ["open_in_shopify", "leave_it"],
  order_too_old: ["finished_in_shopify", "open_in_shopify"],
  out_of_hours: ["place", "cancel"],
  out_of_stock: ["wait", ...INSTEAD],
  parcel_refused: ["leave_refused", "open_in_shopify"],
  parcel_returned: ["leave_refused", "open_in_shopify"],
  parcel_stands_still: ["see_parcel", "leave_it"],
  partly_paid: ["collect_rest", "mark_as_paid", "open_in_shopify", "cancel"],
  payment_failed: ["open_in_shopify", "retry", "cancel"],
  payment_not_captured: ["open_in_shopify", "retry", "cancel"],
  payment_pending: ["mark_as_paid", "open_in_shopify", "cancel"],
  payment_refunded: ["open_in_shopify", "cancel"],
  payment_terms: ["mark_as_paid", "open_in_shopify", "cancel"],
  prepaid_disabled: ["retry", ...INSTEAD],
  price_below_minimum: ["lower_delivery_charge", "open_in_shopify", ...INSTEAD],
  quote_refused: ["edit_customer", "retry", ...INSTEAD],
  reseller_not_active: ["open_service_dashboard", "retry"],
  reseller_suspended: ["open_service_dashboard", "retry"],
  rider_asked_other_sum: ["call_customer", "customer_answered", "see_parcel"],
  shopify_test_order: ["cancel", "open_in_shopify"],
  test_connection: ["end_test_connection", "open_connection"],
  too_late_to_cancel: ["see_parcel", "leave_it"],
  too_many_items: ["open_in_shopify", "retry", ...INSTEAD],
  units_not_open: ["open_in_shopify", "leave_it"],
  unknown_contents: ["say_contents", "open_in_shopify"],
  validation_error: ["edit_customer", "retry", ...INSTEAD],
  variant_not_found: ["map_variant", "retry", ...INSTEAD],
  variant_not_linked: ["map_variant", ...INSTEAD],
};

/** The buttons of a hold. One that its own numbers rule out is not offered. */
export function resolutionsFor(code: HoldCode, params: HoldParams = {}): readonly HoldAction[] {
  return (RESOLUTIONS[code] ?? [holdAction(code)]).filter((way) => isPossible(way, params));
}

function isPossible(resolution: HoldAction, params: HoldParams): boolean {
  switch (resolution) {
    case "lower_delivery_charge":
      return typeof params.lowered === "object" && params.lowered !== null;
    case "collect_rest":
      return typeof params.answerKey === "string";
    case "mark_as_paid":
      return !(typeof params.nobody === "number" && params.nobody > 0) && params.reason !== "shopify_refuses";
    case "forget_block":
      return params.isRemembered === true;
    case "map_variant":
      return typeof params.variantGid === "string";
    default:
      return true;
  }
}
