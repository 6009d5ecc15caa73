/** Needs of a listing that another price ends. */
export const fixableIssues = ["loses_money", "cost_changed", "below_minimum", "sales_held"] as const;

export type FixableIssue = (typeof fixableIssues)[number];

export function isFixable(code: string): code is FixableIssue {
  return fixableIssues.some((issue) => issue === code);
}

/** Prices a press gives, as its button says: how many, from the lowest to the highest, in rupees. */
export type Fix = { readonly count: number; readonly lowest: number; readonly highest: number };
