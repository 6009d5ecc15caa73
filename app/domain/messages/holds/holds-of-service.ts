import { countOfParam } from "#app/domain/messages/count-of.ts";
import type { HoldRule } from "./hold-rule.ts";
import { amount, type HoldParams, ownWords, text } from "./hold-sentences.ts";
import { riderAskedSentence } from "./rider-asked-sentence.ts";
import { standstillSentence } from "./standstill-sentence.ts";

/** Holds that come from the service's answers, and what needs a person once parcels are on their way. */
export const SERVICE_HOLDS = {
  cod_below_cost: {
    sentence: (p) =>
      typeof p.missing === "number"
        ? `The courier would collect ${amount(p, "collects")}, ${amount(p, "missing")} less than product and shipping cost. Change the order.`
        : `The courier would collect ${amount(p, "collects")}, less than product and shipping cost.${ownWords(p)} Change the order.`,
    action: "open_in_shopify",
    ends: "by_merchant",
  },
  out_of_stock: {
    sentence: (p) =>
      `The supplier has ${text(p, "available", "too few")} of “${text(p, "title", "an item")}”. It goes out when stock is back.`,
    action: "retry",
    ends: "by_itself",
  },
  quote_refused: {
    sentence: (p) =>
      `The supplier gives no shipping price for this order.${ownWords(p)} Check city and items.`,
    action: "choose_city",
    ends: "by_merchant",
  },
  variant_not_found: {
    sentence: (p) =>
      `The supplier no longer sells “${text(p, "title", "an item")}”. Link another product or fulfil it yourself.`,
    action: "map_variant",
    ends: "by_merchant",
  },
  validation_error: {
    sentence: (p) => `The supplier did not accept the order.${ownWords(p)} Correct it and try again.`,
    action: "edit_customer",
    ends: "by_merchant",
  },
  customer_blocked: {
    sentence: (p) =>
      p.isRemembered === true
        ? `The supplier did not ship to this phone number at ${text(p, "otherOrder", "an earlier order")}: too many parcels were refused. It was not asked again.`
        : "The supplier does not ship to this phone number: too many parcels were refused.",
    action: "open_in_shopify",
    ends: "never",
  },
  prepaid_disabled: {
    sentence: () => "The supplier takes no prepaid orders right now. It goes out when they are back.",
    action: "retry",
    ends: "by_itself",
  },
  insufficient_balance: {
    sentence: (p) =>
      `Your supplier wallet is too low for this order.${ownWords(p)} Top it up; the order then goes out by itself.`,
    action: "top_up_wallet",
    ends: "by_merchant",
  },
  deposit_required: {
    sentence: () =>
      "The supplier's security deposit is not complete. Pay it in the supplier's dashboard; the order then goes out by itself.",
    action: "top_up_wallet",
    ends: "by_merchant",
  },
  daily_cap_reached: {
    sentence: (p) =>
      `Your orders for today are used up at the supplier. This one is number ${text(p, "place", "1")} of ${text(p, "of", "1")} in the queue${turnWords(p)}`,
    action: "wait",
    ends: "by_itself",
  },
  reseller_suspended: {
    sentence: (p) => `Your supplier account is suspended.${ownWords(p)}`,
    action: "open_service_dashboard",
    ends: "by_merchant",
  },
  reseller_not_active: {
    sentence: () => "Your supplier account is not approved yet. Orders go out once it is.",
    action: "open_service_dashboard",
    ends: "by_itself",
  },
  dropship_disabled: {
    sentence: () => "The supplier has paused all orders. They go out when it resumes.",
    action: "wait",
    ends: "by_itself",
  },
  invalid_key: {
    sentence: () => "The supplier no longer accepts your key. Connect again.",
    action: "open_connection",
    ends: "by_merchant",
  },
  account_not_connected: {
    sentence: () =>
      "This order was begun under a supplier account that is not connected now. Connect that account again to finish it.",
    action: "open_connection",
    ends: "by_merchant",
  },
  ip_not_allowed: {
    sentence: () =>
      "Your key does not allow our address. Add the addresses shown under Connection to its allowlist, or remove the allowlist where none is shown.",
    action: "open_connection",
    ends: "by_merchant",
  },
  duplicate_differs: {
    sentence: (p) =>
      `The supplier already has an order under this number, and it is not what was sent: we sent ${amount(p, "sent")}. Compare both and choose.`,
    action: "compare_and_choose",
    ends: "by_merchant",
  },
  idempotency_key_reused: {
    sentence: () =>
      "The supplier saw this request before with other contents. Nothing more was sent. Compare what it has with what was sent, and choose.",
    action: "compare_and_choose",
    ends: "by_merchant",
  },
  answer_too_late: {
    sentence: () =>
      "For six days the supplier's answer did not arrive, and it shows no such order. If it is still wanted, place it again.",
    action: "compare_and_choose",
    ends: "by_merchant",
  },
  awaiting_funds: {
    sentence: (p) =>
      typeof p.amount === "number"
        ? `The parcel waits for ${amount(p, "amount")} from your wallet.${reportedWords(p)} Pay before ${text(p, "deadline", "the deadline")}.`
        : `The parcel waits to be paid from your wallet, but the supplier has not said what it costs. Pay once it has, before ${text(p, "deadline", "the deadline")}.`,
    action: "pay_from_wallet",
    ends: "by_merchant",
  },
  confirmation_failed: {
    sentence: () => "The supplier could not confirm the order with the customer. Call the customer.",
    action: "see_parcel",
    ends: "by_merchant",
  },
  unknown_contents: {
    sentence: () => "We cannot tell which items are in a parcel. Say which, and tracking goes on.",
    action: "say_contents",
    ends: "by_merchant",
  },
  courier_will_collect_too_much: {
    sentence: (p) =>
      `The courier will collect ${amount(p, "courierCollects")}, but only ${amount(p, "outstandingPaisa")} is due. ${p.replaceable === false ? "Tell the courier." : "Cancel and place again, or tell the courier."}`,
    action: "cancel_and_place_again",
    ends: "by_merchant",
  },
  changed_after_placing: {
    sentence: (p) =>
      p.isEmpty === true
        ? "All of the supplier's items were taken off the order after it was placed. Cancel the parcel, or leave it."
        : `${p.byCustomer === true ? "The customer corrected the order" : "The order was changed"} after it was placed${
            p.replaceable === false
              ? ", and the parcel is packed or on its way. Tell the courier, or leave it."
              : ". Cancel and place again, or leave it."
          }`,
    action: "cancel_and_place_again",
    ends: "by_merchant",
  },
  too_late_to_cancel: {
    sentence: () =>
      "The parcel is already packed and cannot be cancelled. The customer can refuse it at the door.",
    action: "see_parcel",
    ends: "never",
  },
  cancel_delayed: {
    sentence: (p) =>
      `The supplier has not confirmed the cancellation.${ownWords(p)} It is asked again by itself; until then the parcel may still be sent.`,
    action: "wait",
    ends: "by_itself",
  },
  cancelled_by_supplier: {
    sentence: (p) =>
      `The supplier cancelled the parcel: ${text(p, "reason", "no reason given")}. The items are yours again.`,
    action: "place",
    ends: "by_merchant",
  },
  parcel_refused: {
    sentence: () =>
      "The customer refused the parcel, and the order was paid or holds goods of your own. Cancel it in Shopify, or leave it.",
    action: "see_parcel",
    ends: "by_merchant",
  },
  parcel_returned: {
    sentence: () => "The parcel was returned after delivery. Refund in Shopify what you owe the customer.",
    action: "see_parcel",
    ends: "by_merchant",
  },
  margin_reversed: {
    sentence: marginReversedSentence,
    action: "leave_it",
    ends: "never",
  },
  parcel_stands_still: {
    sentence: standstillSentence,
    action: "see_parcel",
    ends: "by_merchant",
  },
  rider_asked_other_sum: {
    sentence: riderAskedSentence,
    action: "call_customer",
    ends: "by_merchant",
  },
  mark_paid_by_hand: {
    sentence: markPaidSentence,
    action: "mark_as_paid",
    ends: "by_merchant",
  },
  placing_delayed: {
    sentence: (p) =>
      `The supplier has not confirmed this order yet.${ownWords(p)} It is asked again by itself; nothing is placed twice.`,
    action: "wait",
    ends: "by_itself",
  },
  shopify_refused: {
    sentence: (p) =>
      `Shopify did not accept a change to this order.${ownWords(p)} Look at it in Shopify, then try again.`,
    action: "retry",
    ends: "by_merchant",
  },
  work_stopped: {
    sentence: (p) =>
      `We could not finish this order, five times in the same way (${text(p, "because", "unknown")}). Nothing was placed twice. Try again, or tell us the code.`,
    action: "retry",
    ends: "by_merchant",
  },
  work_deadly: {
    sentence: () =>
      "We could not finish this order: our system stopped five times while it was looked at. Nothing was placed twice. Tell us, or try again.",
    action: "retry",
    ends: "by_merchant",
  },
  fulfillment_cancelled: {
    sentence: (p) =>
      `Parcel ${text(p, "part", "1")}'s shipment was cancelled in Shopify, but the courier still delivers it. Fulfil it again to show its tracking, or leave it.`,
    action: "fulfil_again",
    ends: "by_merchant",
  },
  units_not_open: {
    sentence: (p) =>
      `Parcel ${text(p, "part", "1")} of ${text(p, "of", "1")} has left, but Shopify has no open units for it: they were fulfilled, moved or closed there. Add the tracking number in Shopify.`,
    action: "open_in_shopify",
    ends: "by_merchant",
  },
} as const satisfies Record<string, HoldRule>;

/** No day is promised where something else is known to keep the order back as well. */
function turnWords(p: HoldParams): string {
  switch (p.because) {
    case "stock":
      return ". Its goods are out of stock as well, so no day can be named.";
    case "deposit":
      return ". The supplier's security deposit is not complete either, so no day can be named.";
    case "wallet":
      return ". Your supplier wallet was too low for an order as well, so no day can be named.";
    default:
      return ` and should go out about ${text(p, "about", "tomorrow")}.`;
  }
}

/** Only what can still be collected, and by whom. */
function marginReversedSentence(p: HoldParams): string {
  const many = p.parcels !== 1;
  const whose = many
    ? countOfParam(p, "parcels", { one: "parcel", many: "parcels", unknown: "several" })
    : "a parcel";
  if (typeof p.amount !== "number")
    return `What was paid out for ${whose} has been taken back by the supplier. Compare it under Payouts.`;
  if (p.amount < 0)
    return `The supplier gave back the fee of ${whose} it had taken: ${amount({ fee: 0 - p.amount }, "fee")}.`;
  return `The supplier took back the margin of ${whose} it had paid out: ${amount(p, "amount")}. See the return in its dashboard if you did not expect it.`;
}

function markPaidSentence(p: HoldParams): string {
  const of = (key: string) => (typeof p[key] === "number" ? p[key] : 0);
  const collected = `The courier collected ${amount(p, "collected")}`;
  const yours = of("yours") > 0 ? `, ${amount(p, "yours")} is still yours to collect.` : ".";
  if (of("nobody") > 0)
    return `${collected}${yours} Nobody collects ${amount(p, "nobody")} for refused or cancelled items: remove them from the order in Shopify first, then mark the rest as paid.`;
  if (of("unexplained") < 0)
    return `${collected}, which is ${amount({ less: 0 - of("unexplained") }, "less")} more than the order has open. See in Shopify whether the customer has paid twice.`;
  if (of("unexplained") > 0)
    return `${collected}, which is ${amount(p, "unexplained")} less than the order has open; nobody else collects for it. Lower it in Shopify, or mark it as paid.`;
  if (p.reason === "shopify_refuses")
    return `${collected}${yours} Shopify does not let this order be marked as paid: record it there.`;
  return `${collected}${yours} Mark it as paid in Shopify.`;
}

function reportedWords(p: HoldParams): string {
  return typeof p.reported === "number"
    ? ` The supplier names ${amount(p, "reported")} instead, so look at both before you pay.`
    : "";
}
