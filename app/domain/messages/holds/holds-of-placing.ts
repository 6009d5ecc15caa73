import { countOfParam } from "#app/domain/messages/count-of.ts";
import type { HoldRule } from "./hold-rule.ts";
import { amount, type HoldParams, suggestions, text } from "./hold-sentences.ts";
import { rulesInWords } from "./rule-words.ts";

function of(params: HoldParams): string {
  const title = text(params, "title", "");
  return title === "" ? "" : ` of “${title}”`;
}

function ruleSentence(params: HoldParams): string {
  const words = rulesInWords(params);
  return words === "" ? "One of your rules holds this order." : `Your rules hold orders ${words}.`;
}

function confirmWords(params: HoldParams): string {
  const words = rulesInWords(params);
  return words === "" ? "" : `Your rules want orders ${words} to be confirmed. `;
}

/** Where the words are gone, as after an erasure, it is not named. */
function cityAsWritten(params: HoldParams): string {
  const city = text(params, "city", "");
  return city === "" ? "The customer's city" : `City “${city}”`;
}

/** The payment as Shopify names it; its name is not always kept, and "" where no payment is recorded. */
function paymentAsNamed(params: HoldParams): string {
  if (params.gateway === "") return " (no payment recorded)";
  const gateway = text(params, "gateway", "");
  return gateway === "" ? "" : ` (${gateway})`;
}

/** Holds decided from what Shopify says, before the service is asked. */
export const PLACING_HOLDS = {
  currency_not_pkr: {
    sentence: (p) =>
      `The order is in ${text(p, "currency", "another currency")}; the supplier only takes rupees.`,
    action: "open_in_shopify",
    ends: "never",
  },
  nothing_to_collect: {
    sentence: () =>
      "Nothing is left to collect for these items. If the order is paid, mark it as paid in Shopify.",
    action: "open_in_shopify",
    ends: "by_merchant",
  },
  partly_paid: {
    sentence: (p) =>
      p.answerKey
        ? `The order is partly paid: ${amount(p, "outstandingPaisa")} is still open by “${text(p, "gateway", "another way")}”. Shall the courier collect it?`
        : `The order is partly paid: ${amount(p, "outstandingPaisa")} is still open, and nothing says who collects it. Collect it in Shopify, or mark it as paid.`,
    action: "collect_rest",
    ends: "by_merchant",
  },
  price_below_minimum: {
    sentence: (p) =>
      typeof p.missing !== "number"
        ? `The price is below the supplier's lowest price. Change the order or fulfil it yourself.`
        : p.deliveryCanPay === true
          ? `The price is ${amount(p, "missing")} below the supplier's lowest price. Lower the delivery charge to fit, or change the order.`
          : `The price is ${amount(p, "missing")} below the supplier's lowest price. Change the order or fulfil it yourself.`,
    action: "lower_delivery_charge",
    ends: "by_merchant",
  },
  amounts_disagree: {
    sentence: (p) =>
      `Shopify's amounts do not add up: we count ${amount(p, "recomputedPaisa")}, Shopify says ${amount(p, "shopifyPaisa")}. Check the order in Shopify.`,
    action: "open_in_shopify",
    ends: "by_merchant",
  },
  too_many_items: {
    sentence: (p) =>
      `The order needs ${countOfParam(p, "items", { one: "item row", many: "item rows", unknown: "too many" })}; the supplier takes ${text(p, "limit", "50")}. Split it in Shopify.`,
    action: "open_in_shopify",
    ends: "by_merchant",
  },
  cannot_be_exact: {
    sentence: (p) =>
      p.lowered
        ? `The advance is larger than the items: ${amount(p, "dueHerePaisa")} is left to collect. Lower the delivery charge to fit, or change the order.`
        : `The sum to collect, ${amount(p, "dueHerePaisa")}, does not fit these items. Change the order or fulfil it yourself.`,
    action: "lower_delivery_charge",
    ends: "by_merchant",
  },
  customer_data_missing: {
    sentence: (p) =>
      `The customer's ${text(p, "missing", "details are")} missing. Fill in what the courier needs.`,
    action: "edit_customer",
    ends: "by_merchant",
  },
  customer_data_not_approved: {
    sentence: () =>
      "Shopify hides this customer's details until it has approved the app for customer data. Try again once it has.",
    action: "retry",
    ends: "by_merchant",
  },
  customer_edit_outdated: {
    sentence: () =>
      "The customer was changed in Shopify after your correction here. Say which of the two goes to the courier.",
    action: "edit_customer",
    ends: "by_merchant",
  },
  phone_invalid: {
    sentence: (p) =>
      `${["The phone number", text(p, "phone", ""), "is not"].filter(Boolean).join(" ")} a Pakistani number.${suggestions(p)} Correct it.`,
    action: "edit_customer",
    ends: "by_merchant",
  },
  phone_foreign: {
    sentence: () => "The phone number is from another country; the courier needs a Pakistani one.",
    action: "edit_customer",
    ends: "by_merchant",
  },
  city_unknown: {
    sentence: (p) =>
      `${cityAsWritten(p)} is not one we know.${suggestions(p)} Choose a city or send as written.`,
    action: "choose_city",
    ends: "by_merchant",
  },
  city_ambiguous: {
    sentence: (p) => `${cityAsWritten(p)} can be several places.${suggestions(p)} Choose one.`,
    action: "choose_city",
    ends: "by_merchant",
  },
  how_paid: {
    sentence: (p) =>
      p.isPaid === true
        ? `Shopify shows this order as paid by ${text(p, "gateway", "cash on delivery")}, which is paid at the door. If the money has come, say so: it goes out prepaid. If the courier should collect it, cancel it in Shopify and make it again as unpaid.`
        : `We cannot tell how the customer pays${paymentAsNamed(p)}. Say it once and we remember.`,
    action: "answer_how_paid",
    ends: "by_merchant",
  },
  payment_pending: {
    sentence: () => "The payment has not arrived yet. The order goes out when it has.",
    action: "wait",
    ends: "by_itself",
  },
  payment_not_captured: {
    sentence: () => "The payment is authorized but not captured. Capture it in Shopify.",
    action: "open_in_shopify",
    ends: "by_merchant",
  },
  payment_terms: {
    sentence: () => "The customer pays later, by payment terms. The order goes out when it is paid.",
    action: "open_in_shopify",
    ends: "by_itself",
  },
  payment_failed: {
    sentence: () =>
      "The payment was voided or has expired. Ask the customer to pay again, or do not send the order.",
    action: "open_in_shopify",
    ends: "by_merchant",
  },
  payment_refunded: {
    sentence: () => "The payment was given back. Collect it again in Shopify, or do not send the order.",
    action: "open_in_shopify",
    ends: "by_merchant",
  },
  held_by_person: {
    sentence: () =>
      "This order was put on hold. Nothing is sent until somebody presses Place, or requests it in Shopify.",
    action: "place",
    ends: "by_merchant",
  },
  comes_back: {
    sentence: () => "Shopify offers items that were handed over before. Press Place to send them again.",
    action: "place",
    ends: "by_merchant",
  },
  not_a_delivery: {
    sentence: () =>
      "This is a pickup or local delivery; the supplier only ships by courier. Fulfil it yourself.",
    action: "open_in_shopify",
    ends: "never",
  },
  not_in_pakistan: {
    sentence: () => "The address is outside Pakistan; the supplier does not ship there.",
    action: "open_in_shopify",
    ends: "by_merchant",
  },
  shopify_test_order: {
    sentence: () => "This is a Shopify test order and the connection is live. Nothing was sent.",
    action: "open_in_shopify",
    ends: "never",
  },
  test_connection: {
    sentence: () =>
      "The connection is a test one, so real orders wait. Pick this order to try it, or go live.",
    action: "end_test_connection",
    ends: "by_merchant",
  },
  on_hold_in_shopify: {
    sentence: (p) =>
      `The order is on hold in Shopify: ${text(p, "reason", "no reason given")}. Release it there.`,
    action: "open_in_shopify",
    ends: "by_merchant",
  },
  scheduled: {
    sentence: () =>
      "The order is scheduled for later in Shopify. On its day it goes out; of one that is a week old by then you are asked first.",
    action: "wait",
    ends: "by_itself",
  },
  cancellation_pending: {
    sentence: () => "A cancellation was asked for. Nothing goes out until it is answered.",
    action: "wait",
    ends: "by_itself",
  },
  not_requestable: {
    sentence: () => "Shopify does not let these items be requested now. Look at the order in Shopify.",
    action: "open_in_shopify",
    ends: "by_merchant",
  },
  looks_twice: {
    sentence: (p) =>
      `Looks like ${text(p, "otherOrder", "an order")} placed shortly before: same phone, same items. Place only if it is meant.`,
    action: "place_anyway",
    ends: "by_merchant",
  },
  held_by_rule: {
    sentence: (p) => `${ruleSentence(p)} Nothing was sent. Place it anyway, or cancel it.`,
    action: "place_anyway",
    ends: "by_merchant",
  },
  grace_period: {
    sentence: (p) =>
      `The customer can still change their mind until ${text(p, "until", "the waiting time is over")}. Then the order goes by itself.`,
    action: "place",
    ends: "by_itself",
  },
  out_of_hours: {
    sentence: (p) =>
      `The order goes by itself in your working hours, which begin ${text(p, "until", "later")}. Place it to send it now.`,
    action: "place",
    ends: "by_itself",
  },
  awaiting_confirmation: {
    sentence: (p) =>
      `${confirmWords(p)}Ask the customer before ${text(p, "dueAt", "the limit")}: it is placed once they confirm, and ${p.otherwise === "cancel" ? "cancelled" : "left to you"} if they have not by then.`,
    action: "customer_confirmed",
    ends: "by_merchant",
  },
  not_confirmed: {
    sentence: (p) =>
      p.because === "sent_before"
        ? "The customer did not confirm the order in time. It is not cancelled, as something of it was sent before. Place it anyway, ask again or cancel it."
        : "The customer did not confirm the order in time. Place it anyway, ask again or cancel it.",
    action: "place_anyway",
    ends: "by_merchant",
  },
  variant_not_linked: {
    sentence: (p) =>
      `“${text(p, "title", "An item")}” is not linked to a supplier product. Link it, or move it to your own location.`,
    action: "map_variant",
    ends: "by_merchant",
  },
  margin_below_floor: {
    sentence: (p) => {
      const rose = `The supplier's price${of(p)} rose by ${amount(p, "rise")} since this order`;
      if (typeof p.beforeFee === "number")
        return `${rose}: it leaves ${amount(p, "beforeFee")} before the supplier's fee, which it has not said, and you asked for ${amount(p, "floor")}. Place anyway?`;
      if (typeof p.margin !== "number" || typeof p.rise !== "number")
        return "The supplier's price rose since this order, and it leaves too little now. Place anyway?";
      return p.margin < 0
        ? `${rose}: it would lose ${amount({ lost: -p.margin }, "lost")} now. Place anyway?`
        : `${rose}: it leaves ${amount(p, "margin")}, less than the ${amount(p, "floor")} you asked for. Place anyway?`;
    },
    action: "place_anyway",
    ends: "by_merchant",
  },
  order_too_old: {
    sentence: () =>
      "Shopify no longer lets the app read this order (over 60 days). Finish it in Shopify by hand.",
    action: "open_in_shopify",
    ends: "never",
  },
  order_nearly_too_old: {
    sentence: (p) =>
      `Shopify shows this order to the app until ${text(p, "until", "it is 60 days old")}. What is not finished by then has to be finished in Shopify by hand.`,
    action: "open_in_shopify",
    ends: "never",
  },
  order_waited_long: {
    sentence: (p) =>
      `The order is ${countOfParam(p, "days", { one: "day", many: "days", unknown: "many" })} old and was never sent. Ask the customer whether it is still wanted, then place it.`,
    action: "place",
    ends: "by_merchant",
  },
  missing_scope: {
    sentence: () => "The app lost a permission it needs for this. Grant it again.",
    action: "grant_scopes",
    ends: "by_merchant",
  },
  placing_paused: {
    sentence: () => "Placing is paused. Orders wait until you resume it.",
    action: "resume_placing",
    ends: "by_merchant",
  },
} as const satisfies Record<string, HoldRule>;
