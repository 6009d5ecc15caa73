import type { CostPolicy } from "#app/domain/policy/pricing/listing-policy.ts";

/** What follows by itself once a product is imported, by the shop's settings (R47). */
export function whatFollows(whenCostChanges: CostPolicy): string {
  return `New stock follows by itself. ${FOLLOWS[whenCostChanges]}`;
}

const FOLLOWS: Readonly<Record<CostPolicy, string>> = {
  rule: "When the supplier's price changes, yours follows your price rule.",
  keep_margin: "When the supplier's price changes, yours changes by the same rupees.",
  alert: "When the supplier's price changes, yours stays and Home tells you.",
  hold_sales: "When the supplier's price changes, yours stays; what no longer pays is not sold.",
};
