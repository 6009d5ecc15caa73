import { describeImportFailure, isImportFailureCode } from "../catalog/import-failure.ts";
import { holdAction, holdSentence, isHoldCode } from "../orders/hold-codes.ts";
import type { HoldAction } from "../orders/hold-rule.ts";
import { amount, type HoldParams, text } from "../orders/hold-sentences.ts";
import { describeRefusal, isRefusalCode } from "../shops/connection-refusal.ts";

type AttentionRule = { readonly sentence: (params: HoldParams) => string; readonly action: HoldAction };

/** What may need a person beside the holds of placing. */
const RULES: Readonly<Record<string, AttentionRule>> = {
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
    sentence: (p) =>
      `A task in the background failed several times (${text(p, "because", "unknown")}). It is tried again every hour; if this stays, write to us.`,
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
  unknown_orders_at_service: {
    sentence: (p) =>
      `The supplier holds ${text(p, "count", "some")} orders in this shop's name that Karwan did not place. Ask who placed them.`,
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
  not_shippable: {
    sentence: () => "No shipping rate to Pakistan covers Karwan's location, so customers cannot check out.",
    action: "open_in_shopify",
  },
};

const UNKNOWN: AttentionRule = {
  sentence: (p) => `Something needs a look${text(p, "message", "") ? `: ${text(p, "message", "")}` : ""}.`,
  action: "retry",
};

/** Connection codes carry the health code behind their prefix. */
function ruleOf(code: string): AttentionRule {
  const bare = code.replace(/^connection_/, "");
  if (code !== bare && isRefusalCode(bare)) {
    const { title, whatToDo } = describeRefusal(bare);
    return { sentence: () => `${title} ${whatToDo}`, action: "open_connection" };
  }
  if (isHoldCode(bare)) return { sentence: (params) => holdSentence(bare, params), action: holdAction(bare) };
  return RULES[code] ?? UNKNOWN;
}

/** What happened and what to do next, for any attention code. */
export function attentionSentence(code: string, params: HoldParams): string {
  return ruleOf(code).sentence(params);
}

export function attentionAction(code: string): HoldAction {
  return ruleOf(code).action;
}
