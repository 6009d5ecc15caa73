import { amount, type HoldParams, text } from "../orders/hold-sentences.ts";

/** What happened to prices, and to runs over many listings. */
export const PRICES: Readonly<Record<string, (params: HoldParams) => string>> = {
  prices_applied: () => "Changing prices by rule was pressed",
  prices_kept: () => "A new price rule was saved for what comes; prices stay as they are",
  prices_undone: () => "Putting prices back was pressed",
  price_rule_saved: () => "The price rule was saved",
  run_stopped: () => "A change of many listings was stopped",
  run_left: () => "A change that had asked first was left undone",
  brake_prices: (p) => `Asked first: ${text(p, "changing", "many")} listings would get another price at once`,
  brake_stock: (p) => `Asked first: ${text(p, "changing", "many")} listings would be out of stock at once`,
  price_fixed: (p) => `Its price was fixed at ${amount(p, "pricePkr")}`,
  own_rule: () => "It was given a price rule of its own",
  price_by_rule: () => "Its price follows the rule again",
};
