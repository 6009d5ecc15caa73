/** Needs of a listing that another price ends. */
export const fixableNeeds = ["loses_money", "cost_changed", "below_minimum", "sales_held"] as const;

export type FixableNeed = (typeof fixableNeeds)[number];

export function isFixable(code: string): code is FixableNeed {
  return fixableNeeds.some((need) => need === code);
}

/** Prices a press gives, as its button says: how many, from the lowest to the highest, in rupees. */
export type Fix = { readonly count: number; readonly lowest: number; readonly highest: number };
