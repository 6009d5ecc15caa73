import type { ListedVariant, Listing } from "@prisma/client";
import { lossOf } from "#app/domain/catalog/listings/leaving/losing-variants.ts";
import { parseLocks, priceLock } from "#app/domain/catalog/listings/locks/listing-locks.ts";
import { rangeOf } from "#app/domain/catalog/listings/sync/range-of.ts";
import { type Rupees, rupees } from "#app/domain/money/rupees.ts";
import type { CostsOfDay } from "#app/domain/policy/pricing/costs-of-day.ts";
import { type ListingSettings, parseOverrides, policyOf } from "#app/domain/policy/pricing/listing-policy.ts";
import { endUp, type PriceRule } from "#app/domain/policy/pricing/price-rule.ts";
import type { SaleTerms } from "#app/domain/policy/terms/sale-terms.ts";
import type { StockedItemId } from "#app/platform/ids.ts";
import type { Fix, FixableIssue } from "./fixable-issues.ts";
import { ruledPrice, type SaleCosts } from "./plan-price-change.ts";

export type FixedChange = {
  readonly listingVariantId: StockedItemId;
  readonly fromPkr: Rupees;
  readonly toPkr: Rupees;
  readonly fromCompareAtPkr: Rupees | null;
  readonly toCompareAtPkr: Rupees | null;
  /** Whether the merchant had fixed the price, which moves with it. */
  readonly movesFixed: boolean;
  readonly costs: CostsOfDay;
};

export type Pricing = { readonly settings: ListingSettings; readonly terms: SaleTerms };

type Fixable = Pick<Listing, "locked" | "origin" | "policy" | "shippingPkr"> & {
  readonly variants: readonly ListedVariant[];
};

/**
 * The prices that end a need: by the rule and never at a loss, or, of a price set by hand, the lowest the rule allows that
 * loses nothing. A new cost alone is no reason to touch a price set by hand.
 */
export function planFix(
  code: FixableIssue,
  listing: Fixable,
  { settings, terms }: Pricing,
): readonly FixedChange[] {
  const rule = policyOf(settings, listing.policy).priceRule;
  return listing.variants.flatMap((variant) => {
    const costs = { shippingPkr: listing.shippingPkr, terms };
    if (variant.variantGid === null || !isMeant(code, { ...listing, ...costs }, variant)) return [];
    const { toPkr, toCompareAtPkr, costs: ofDay } = planOne(rule, { ...listing, ...costs }, variant);
    const {
      id: listingVariantId,
      pricePkr: fromPkr,
      compareAtPkr: fromCompareAtPkr,
      fixedPricePkr,
    } = variant;
    if (toPkr === fromPkr) return [];
    const movesFixed = fixedPricePkr !== null;
    const prices = { fromPkr, toPkr, fromCompareAtPkr, toCompareAtPkr };
    return [{ listingVariantId, ...prices, movesFixed, costs: ofDay }];
  });
}

/** What a button says of them; null where there is nothing to press. */
export function toFix(changes: readonly FixedChange[]): Fix | null {
  const range = rangeOf(changes.map(({ toPkr }) => toPkr));
  return range && { ...range, count: changes.length };
}

type Costed = Fixable & SaleCosts;

function isMeant(code: FixableIssue, listing: Costed, variant: ListedVariant): boolean {
  switch (code) {
    case "loses_money":
      return lossOf(listing, variant) > 0;
    case "below_minimum":
      return variant.pricePkr < variant.minResalePkr;
    case "sales_held":
      return variant.salesHeldAt !== null;
    case "cost_changed":
      return !isByHand(listing, variant);
  }
}

/** Fixed here, changed in Shopify, or of a product that was the merchant's before and has no rule. */
function isByHand({ locked, origin, policy }: Fixable, variant: ListedVariant): boolean {
  const isUnruled = origin === "mapped" && parseOverrides(policy).priceRule === undefined;
  return isUnruled || variant.fixedPricePkr !== null || parseLocks(locked)[priceLock(variant)] !== undefined;
}

function planOne(rule: PriceRule, listing: Costed, variant: ListedVariant) {
  const { pricePkr, compareAtPkr } = variant;
  const byHand = isByHand(listing, variant);
  const ruled = ruledPrice(rule, variant, listing);
  const lowest = endUp(Math.max(ruled.floorPkr, ruled.breakEvenPkr), rule.ending);
  const toPkr = rupees(Math.max(lowest, byHand ? pricePkr : ruled.pricePkr));
  const crossedOut = byHand ? compareAtPkr : ruled.compareAtPkr;
  const toCompareAtPkr = crossedOut !== null && crossedOut > toPkr ? crossedOut : null;
  return { toPkr, toCompareAtPkr, costs: ruled.costs };
}
