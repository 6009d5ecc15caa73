import type { CostPolicy } from "#app/domain/policy/pricing/listing-policy.ts";

type Choice = { readonly value: CostPolicy; readonly label: string; readonly helpText: string };

/** What may happen to a price when the supplier's changes; the first is proposed (R47). */
export const COST_CHOICES: readonly Choice[] = [
  {
    value: "rule",
    label: "Follow my price rule",
    helpText: "The next change sets your price by the rule, never below the supplier's lowest price.",
  },
  {
    value: "keep_margin",
    label: "Keep my margin in rupees",
    helpText: "Rs 100 more for you is Rs 100 more for the customer, and the same the other way.",
  },
  {
    value: "alert",
    label: "Tell me",
    helpText: "Your price stays. Home shows what changed, and whether it is too low now.",
  },
  {
    value: "hold_sales",
    label: "Keep my price, and stop selling what no longer pays",
    helpText: "Stock goes to 0 while a sale would lose money or leave less than the margin you asked for.",
  },
];
