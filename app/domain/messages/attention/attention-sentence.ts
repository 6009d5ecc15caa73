import { countOfParam } from "#app/domain/messages/count-of.ts";
import {
  type ConnectionRefusalCode,
  connectionRefusalCodes,
  describeRefusal,
  isRefusalCode,
} from "#app/domain/messages/failures/connection-refusal.ts";
import { describeImportFailure, isImportFailureCode } from "#app/domain/messages/failures/import-failure.ts";
import {
  describeMappingFailure,
  isMappingFailureCode,
} from "#app/domain/messages/failures/mapping-failure.ts";
import {
  type HoldCode,
  holdAction,
  holdSentence,
  isHoldCode,
  listHoldCodes,
} from "#app/domain/messages/holds/hold-codes.ts";
import type { HoldAction } from "#app/domain/messages/holds/hold-rule.ts";
import { amount, type HoldParams, text } from "#app/domain/messages/holds/hold-sentences.ts";
import { paymentRefusalSentence } from "#app/domain/messages/holds/payment-sentences.ts";
import { type AttentionRule, LISTING_ISSUES } from "./listing-issues.ts";

const ALL_LISTINGS = { one: "listing", many: "listings", unknown: "all" };

/** What may need a person beside the holds of placing. */
const RULES = {
  ...LISTING_ISSUES,
  parcel_cancelled_by_supplier: {
    sentence: (p) =>
      `The supplier cancelled a parcel: ${text(p, "reason", "no reason given")}. Its items are yours to decide.`,
    action: "see_parcel",
  },
  cancelled_but_shipped: {
    sentence: () =>
      "The order is cancelled in Shopify, but its parcel is on the way. It will be collected for.",
    action: "see_parcel",
  },
  cod_partly_collected: {
    sentence: (p) =>
      `${amount(p, "collected")} was collected by the courier; Shopify still has ${amount(p, "outstanding")} open.`,
    action: "mark_as_paid",
  },
  work_dead: {
    sentence: (p) => {
      const what = `A task in the background failed several times (${text(p, "because", "unknown")}).`;
      return text(p, "retry", "hourly") === "hourly"
        ? `${what} It is tried again every hour; if this stays, write to us.`
        : `${what} It is not tried again by itself: write to us.`;
    },
    action: "wait",
  },
  import_failed: {
    sentence: (p) => {
      const reason = text(p, "reason", "");
      const words = isImportFailureCode(reason) ? describeImportFailure(reason) : null;
      const title = text(p, "title", "A product");
      return words
        ? `“${title}”: ${words.title} ${words.whatToDo}`
        : `“${title}” could not be added to your store. Try again.`;
    },
    action: "retry",
  },
  variants_missing: {
    sentence: (p) =>
      `The supplier does not offer ${text(p, "names", "some variants")} of “${text(p, "title", "a product")}” under the key in use. Their stock is 0; delete them in Shopify, or look again.`,
    action: "retry",
  },
  brake_stock: {
    sentence: (p) =>
      `${text(p, "changing", "Many")} of ${countOfParam(p, "of", ALL_LISTINGS)} ran out of stock at once. They show 0, so that nothing is sold that is not there; the products stay up until you decide.`,
    action: "retry",
  },
  variant_gone: {
    sentence: (p) =>
      `A variant of “${text(p, "title", "a product")}” is not in Shopify any more, so nobody can buy it. Leave it so, or unlink the product.`,
    action: "retry",
  },
  mapping_failed: {
    sentence: (p) => {
      const reason = text(p, "reason", "");
      const words = isMappingFailureCode(reason) ? describeMappingFailure(reason) : "Try again.";
      return `“${text(p, "title", "A product")}” could not be mapped. ${words}`;
    },
    action: "retry",
  },
  orphan_variant: {
    sentence: (p) =>
      `“${text(p, "title", "A variant")}” is stocked at Karwan's location (${countOfParam(p, "available", { one: "unit", many: "units", unknown: "0" })}), but is linked to no supplier product. Map it, or take it off that location.`,
    action: "map_variant",
  },
  mapping_not_carried: {
    sentence: (p) =>
      `“${text(p, "title", "A variant")}” was mapped under the other key, and the supplier does not offer the same goods under the one in use. Its stock at Karwan's location is 0. Map it anew.`,
    action: "map_variant",
  },
  mapped_variant_gone: {
    sentence: (p) =>
      `“${text(p, "title", "A variant")}” is mapped to a supplier product, but is not in your store any more. Unmap it.`,
    action: "retry",
  },
  unknown_orders_at_service: {
    sentence: (p) =>
      `The supplier holds ${countOfParam(p, "count", { one: "order", many: "orders", unknown: "some" })} in this shop's name that Karwan did not place. Ask who placed ${p.count === 1 ? "it" : "them"}.`,
    action: "open_connection",
  },
  shopify_news_missing: {
    sentence: () =>
      "Shopify's news does not reach Karwan. Orders are found by looking every few minutes; tell us if it stays.",
    action: "open_connection",
  },
  location_inactive: {
    sentence: () =>
      "Karwan's location is deactivated in Shopify, so nothing can be sold from it. Activate it in Shopify.",
    action: "open_in_shopify",
  },
  data_request: {
    sentence: (p) =>
      `A customer asked what is kept about them. Show them by ${text(p, "due", "the date Shopify allows")}.`,
    action: "retry",
  },
  settlement_differs: {
    sentence: (p) =>
      p.count === 1
        ? "One order does not agree with the supplier's ledger or with Shopify. See what is different."
        : `${text(p, "count", "Some")} things do not agree between your orders, the supplier's ledger and Shopify. See what is different.`,
    action: "retry",
  },
  auto_pay_stopped: { sentence: autoPaySentence, action: "retry" },
  delivery_rates_moved: {
    sentence: (p) =>
      `What the supplier charges for delivery is not what stands in your shipping settings: ${countOfParam(p, "count", { one: "rate", many: "rates", unknown: "rates" })} differ${p.count === 1 ? "s" : ""}. Customers still pay the old sums.`,
    action: "retry",
  },
  not_shippable: {
    sentence: () => "No shipping rate to Pakistan covers Karwan's location, so customers cannot check out.",
    action: "open_in_shopify",
  },
} as const satisfies Readonly<Record<string, AttentionRule>>;

/** Why nothing more is paid by itself, and the way on. */
function autoPaySentence(p: HoldParams): string {
  switch (p.reason) {
    case "limit":
      return isAbove(p.nextPkr, p.dailyPkr)
        ? `Karwan does not pay the next parcel by itself: it costs ${amount(p, "nextPkr")}, more than the limit of ${amount(p, "dailyPkr")} a day. Pay it yourself, or raise the limit.`
        : `Of today's limit for paying by itself, ${amount(p, "dailyPkr")}, too little is left for the next parcel, ${amount(p, "nextPkr")}. Karwan goes on tomorrow. Where that is too late, pay it yourself or raise the limit.`;
    case "refused":
      return refusedSentence(text(p, "because", ""), p.soon === true);
    case "paused":
      return "Karwan cannot pay what waits for funds by itself: the connection to the supplier is stopped. Mend the connection before the deadlines pass.";
    case "not_allowed":
      return "Karwan does not pay by itself any more: whoever had switched it on may not pay from the wallet now. Switch it on again, or leave it off.";
    default:
      return "Karwan does not pay by itself any more: it was switched on before the present connection to the supplier. Switch it on again, or leave it off.";
  }
}

function refusedSentence(code: string, isSoon: boolean): string {
  const again = isSoon ? "in a few minutes" : code === "daily_quota_exceeded" ? "then" : "after an hour";
  return `A payment that Karwan made by itself did not go through. ${paymentRefusalSentence(code)} Karwan tries it again ${again}.`;
}

function isAbove(sum: unknown, limit: unknown): boolean {
  return typeof sum === "number" && typeof limit === "number" && sum > limit;
}

const UNKNOWN: AttentionRule = {
  sentence: (p) => `Something needs a look${text(p, "message", "") ? `: ${text(p, "message", "")}` : ""}.`,
  action: "retry",
};

/** What needs a person, a word each; why a connection does not stand carries its code behind a prefix. */
export type AttentionCode = HoldCode | keyof typeof RULES | `connection_${ConnectionRefusalCode}`;

export const attentionCodes: readonly AttentionCode[] = [
  ...listHoldCodes(),
  ...Object.keys(RULES).filter(isOwnCode),
  ...connectionRefusalCodes.map((code) => `connection_${code}` as const),
];

function ruleOf(code: string): AttentionRule {
  const bare = code.replace(/^connection_/, "");
  if (code !== bare && isRefusalCode(bare)) {
    const { title, whatToDo } = describeRefusal(bare);
    return { sentence: () => `${title} ${whatToDo}`, action: "open_connection" };
  }
  if (isHoldCode(bare)) return { sentence: (params) => holdSentence(bare, params), action: holdAction(bare) };
  return isOwnCode(code) ? RULES[code] : UNKNOWN;
}

function isOwnCode(code: string): code is keyof typeof RULES {
  return Object.hasOwn(RULES, code);
}

/** What happened and what to do next, for a row of attention; one of a version to come may have a code that is not known. */
export function attentionSentence(code: string, params: HoldParams): string {
  return ruleOf(code).sentence(params);
}

export function attentionAction(code: string): HoldAction {
  return ruleOf(code).action;
}
