import { z } from "zod";
import { type PriceRule, parsePriceRule, suggestedRule } from "./price-rule.ts";

const priceRule = z.unknown().transform((json, context): PriceRule => {
  try {
    return parsePriceRule(json);
  } catch {
    context.addIssue({ code: "custom", message: "Not a price rule" });
    return z.NEVER;
  }
});

export const outOfStockPolicies = ["quantity", "draft", "hide", "nothing"] as const;
export const stockEditedPolicies = ["put_right", "leave"] as const;
/** What happens when the service changes what something costs. */
export const costPolicies = ["rule", "keep_margin", "alert", "hold_sales"] as const;
export type CostPolicy = (typeof costPolicies)[number];
export const changePolicies = ["follow", "alert"] as const;
/** What becomes of a product that is no longer offered (R30). */
export const removedPolicies = ["draft", "archive", "quantity"] as const;

const policyFields = {
  stockBuffer: z.int().min(0),
  whenOutOfStock: z.enum(outOfStockPolicies),
  whenStockEdited: z.enum(stockEditedPolicies),
  whenCostChanges: z.enum(costPolicies),
  whenContentChanges: z.enum(changePolicies),
  whenVariantsChange: z.enum(changePolicies),
  whenRemoved: z.enum(removedPolicies),
} as const;

const settingsSchema = z.object({
  ...policyFields,
  priceRule,
  changeGuardPercent: z.int().min(1).max(100),
  savedBy: z.string().nullable(),
});

const overridesSchema = z.object({ ...policyFields, priceRule }).partial();

/** How a shop prices its listings and keeps them true. */
export type ListingSettings = z.infer<typeof settingsSchema>;

/** The same for one listing: the shop's, with what differs. */
export type ListingPolicy = Omit<ListingSettings, "changeGuardPercent" | "savedBy">;

/** What column `policy` of a listing holds. */
export type PolicyOverrides = z.infer<typeof overridesSchema>;

/** What stands in a shop that saved nothing. */
export const defaultListingSettings: ListingSettings = {
  priceRule: suggestedRule,
  stockBuffer: 0,
  whenOutOfStock: "quantity",
  whenStockEdited: "put_right",
  whenCostChanges: "rule",
  whenContentChanges: "alert",
  whenVariantsChange: "alert",
  whenRemoved: "draft",
  changeGuardPercent: 20,
  savedBy: null,
};

/** @throws ZodError for a row nothing of ours wrote */
export function parseListingSettings(row: unknown): ListingSettings {
  return settingsSchema.parse(row);
}

/** A listing's own policies. @throws ZodError for what nothing of ours wrote */
export function parseOverrides(policy: unknown): PolicyOverrides {
  // A rule that is absent follows the shop's, a rule of null is the suggested price.
  return overridesSchema.parse(policy ?? {});
}

/** What counts for one listing: its own where it has chosen (column `policy`), else the shop's. */
export function policyOf(settings: ListingSettings, policy: unknown): ListingPolicy {
  const { changeGuardPercent: _, savedBy: __, ...ofShop } = settings;
  return { ...ofShop, ...parseOverrides(policy) };
}
