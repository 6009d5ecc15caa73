import { countOfParam } from "#app/domain/messages/count-of.ts";
import type { HoldAction } from "#app/domain/messages/holds/hold-rule.ts";
import { amount, type HoldParams, text } from "#app/domain/messages/holds/hold-sentences.ts";

/** Why a listing is not in sync: one of its variants is not in Shopify any more. */
export const VARIANT_GONE = "variant_gone";

export type AttentionRule = {
  readonly sentence: (params: HoldParams) => string;
  readonly action: HoldAction;
};

/** What the supplier changed about listings, and what of it waits for a person. */
export const LISTING_ISSUES = {
  loses_money: {
    sentence: (p) =>
      `“${title(p)}”${others(p)} ${hasOthers(p) ? "lose" : "loses"} money when delivered: you sell it for ${amount(p, "price")}, and it costs ${amount(p, "cost")} plus about ${amount(p, "shipping")} shipping. Raise the price, or leave it if your delivery charge covers the ${amount(p, "loss")}.`,
    action: "retry",
  },
  cost_changed: {
    sentence: (p) =>
      `The supplier's price of “${title(p)}”${others(p)} went ${was(p)}to ${amount(p, "cost")}; you sell it for ${amount(p, "price")}.${tooLow(p)} Change your price, or leave it.`,
    action: "retry",
  },
  below_minimum: {
    sentence: (p) =>
      `“${title(p)}”${others(p)} ${hasOthers(p) ? "sell" : "sells"} for ${amount(p, "price")}, below the supplier's lowest price of ${amount(p, "minimum")}. Its orders will wait. Raise the price.`,
    action: "retry",
  },
  sales_held: {
    sentence: (p) =>
      p.below === "cost"
        ? `“${title(p)}”${others(p)} ${hasOthers(p) ? "cost" : "costs"} ${amount(p, "cost")} now; at your price of ${amount(p, "price")} each one delivered loses about ${amount(p, "loss")}, so nobody can buy it. Raise the price.`
        : p.below === "minimum"
          ? `“${title(p)}”${others(p)} ${hasOthers(p) ? "cost" : "costs"} ${amount(p, "cost")} now; your price of ${amount(p, "price")} is below the lowest price of ${amount(p, "minimum")}, so nobody can buy it. Raise the price.`
          : `“${title(p)}”${others(p)} ${hasOthers(p) ? "cost" : "costs"} ${amount(p, "cost")} now; your price of ${amount(p, "price")} leaves less than the margin you asked for, so nobody can buy it. Raise the price.`,
    action: "retry",
  },
  content_changed: {
    sentence: (p) =>
      `The supplier changed the ${text(p, "fields", "text").replace(/, (?=[^,]*$)/, " and ")} of “${title(p)}”. Take it over, or leave yours.`,
    action: "retry",
  },
  variants_added: {
    sentence: (p) =>
      p.cannotAdd === true
        ? `The supplier has new variants of “${title(p)}” (${text(p, "names", "some")}), but its options are not the same as in your store, so Karwan cannot add them. Give its options in Shopify the supplier's names, or leave them.`
        : `The supplier has new variants of “${title(p)}”: ${text(p, "names", "some")}. Let Karwan add them, or leave them.`,
    action: "retry",
  },
  variants_gone: {
    sentence: (p) =>
      `The supplier no longer offers ${text(p, "names", "some variants")} of “${title(p)}”. Their stock is 0; delete them in Shopify when no order holds them.`,
    action: "retry",
  },
  sync_failed: {
    sentence: (p) =>
      `Shopify refused a change of “${title(p)}”.${text(p, "detail", "") === "" ? "" : ` It said: “${text(p, "detail", "")}”`} Put it right there, then try again.`,
    action: "retry",
  },
  stock_refused: {
    sentence: (p) =>
      `Shopify refused the quantity of “${title(p)}”.${text(p, "detail", "") === "" ? "" : ` It said: “${text(p, "detail", "")}”`} The others were written; this one is tried again every ten minutes. Put it right there, then check it here.`,
    action: "retry",
  },
  news_prices: {
    sentence: (p) =>
      `Prices of ${text(p, "changing", "many")} of your ${listings(p)} would change within an hour, more than the ${text(p, "percent", "")} % you allow. Nothing more is changed until you say so.`,
    action: "retry",
  },
  news_out: {
    sentence: (p) =>
      `${text(p, "changing", "Many")} of your ${listings(p)} would be taken out of sale within an hour, more than the ${text(p, "percent", "")} % you allow. The rest stay until you say so.`,
    action: "retry",
  },
  unknown_imports: {
    sentence: (p) =>
      `The supplier syncs ${countOfParam(p, "count", UNLISTED)} here. Stop that, or import ${p.count === 1 ? "it" : "them"}.`,
    action: "retry",
  },
} as const satisfies Readonly<Record<string, AttentionRule>>;

const UNLISTED = {
  one: "product for this store that is no listing",
  many: "products for this store that are no listings",
  unknown: "some",
};

/** Of how many listings: "40 listings". */
function listings(p: HoldParams): string {
  return countOfParam(p, "of", { one: "listing", many: "listings", unknown: "" }).trim();
}

function title(p: HoldParams): string {
  return text(p, "title", "A product");
}

function others(p: HoldParams): string {
  return hasOthers(p) ? ` and ${p.others} more of its variants` : "";
}

function hasOthers(p: HoldParams): boolean {
  return typeof p.others === "number" && p.others > 0;
}

function was(p: HoldParams): string {
  return typeof p.costBefore === "number" ? `from ${amount(p, "costBefore")} ` : "";
}

function tooLow(p: HoldParams): string {
  if (p.below === "minimum") return ` The lowest price is ${amount(p, "minimum")}.`;
  return p.below === "floor" ? " That leaves less than the margin you asked for." : "";
}
