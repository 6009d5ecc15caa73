import { countOfParam } from "#app/domain/messages/count-of.ts";
import { amount, type HoldParams, text } from "#app/domain/messages/holds/hold-sentences.ts";
import type { FactSentences } from "./fact-codes.ts";

const LISTINGS = { one: "listing", many: "listings", unknown: "many" };
const DAYS = { one: "day", many: "days", unknown: "?" };

/** A figure of the service's terms, as `recordTerms` records it. */
function termOf(figure: unknown, value: unknown): string {
  const said = { value, ...(typeof value === "object" ? value : {}) };
  if (figure === "fee")
    return `${text(said, "percent", "?")} % of ${Reflect.get(said, "basis") === "sale" ? "the price" : "the margin"}`;
  return figure === "payout_days" ? countOfParam(said, "value", DAYS) : amount(said, "value");
}

const TERMS: Readonly<Record<string, string>> = {
  fee: "The supplier's fee",
  return_shipping: "What the supplier charges for the way back of a refused parcel",
  default_shipping: "What the supplier charges for shipping where the weight is not known",
  deposit: "The supplier's security deposit",
  payout_days: "The time from a delivery until the supplier pays out",
};

/** What happened to prices, and to runs over many listings. */
export const PRICES = {
  prices_applied: () => "Changing prices by rule was pressed",
  prices_kept: () => "A new price rule was saved for what comes; prices stay as they are",
  prices_undone: () => "Putting prices back was pressed",
  price_rule_saved: () => "The price rule was saved",
  run_stopped: () => "A change of many listings was stopped",
  run_left: () => "A change that had asked first was left undone",
  brake_stock: (p) => `Asked first: ${countOfParam(p, "changing", LISTINGS)} would be out of stock at once`,
  price_fixed: (p) => `Its price was fixed at ${amount(p, "pricePkr")}${becameOf(p)}`,
  own_rule: (p) => `It was given a price rule of its own${becameOf(p)}`,
  terms_changed: ({ figure, from, to }) =>
    `${TERMS[String(figure)] ?? "A figure of the supplier's terms"} is ${termOf(figure, to)} now; it was ${termOf(figure, from)}`,
  price_by_rule: (p) => `Its price follows the rule again${becameOf(p)}`,
  supplier_price: (p) => `The supplier's price of ${named(p)} went ${fromTo(p)}`,
  price_followed: (p) => `The price of ${named(p)} followed the supplier's, ${fromTo(p)}`,
  price_edited: (p) =>
    `The price of ${named(p)} was changed in Shopify, ${fromTo(p)}: it is yours from now on`,
  price_set: (p) => `The price of ${named(p)} was set ${fromTo(p)}`,
  price_put_back: (p) => `The price of ${named(p)} was put back ${fromTo(p)}`,
} as const satisfies FactSentences;

function named(p: HoldParams): string {
  const others = typeof p.others === "number" && p.others > 0 ? ` and ${p.others} more of its variants` : "";
  return `“${text(p, "title", "a product")}”${others}`;
}

function fromTo(p: HoldParams): string {
  return `from ${amount(p, "fromPkr")} to ${amount(p, "toPkr")}`;
}

/** Nothing where no price changed by it, or that was not kept. */
function becameOf(p: HoldParams): string {
  return typeof p.fromPkr === "number" ? `: ${named(p)} went ${fromTo(p)}` : "";
}
