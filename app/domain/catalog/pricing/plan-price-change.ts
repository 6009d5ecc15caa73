import { type Rupees, rupees } from "#app/domain/money/rupees.ts";
import { type CostsOfDay, toCostsOfDay } from "#app/domain/policy/pricing/costs-of-day.ts";
import { priceForMargin } from "#app/domain/policy/pricing/margin.ts";
import type { RaisedTo } from "#app/domain/policy/pricing/price-rule.ts";
import { applyPriceRule, type PriceRule, type RuledPrice } from "#app/domain/policy/pricing/price-rule.ts";
import type { SaleTerms } from "#app/domain/policy/terms/sale-terms.ts";
import { shippingOf } from "../listings/shipping-of.ts";

/** What of a listing's variant its price follows from, in rupees. */
export type PricedVariant = {
  readonly wholesalePkr: Rupees;
  readonly minResalePkr: Rupees;
  readonly suggestedPkr: Rupees | null;
  readonly supplierCompareAtPkr?: Rupees | null;
  readonly pricePkr: Rupees;
  readonly compareAtPkr: Rupees | null;
  /** The merchant's own price, whatever the rule says. */
  readonly fixedPricePkr: Rupees | null;
};

export type PlannedPrice = {
  readonly toPkr: Rupees;
  readonly toCompareAtPkr: Rupees | null;
  readonly raisedTo: RaisedTo | null;
  /** What it follows from, to be kept with it. */
  readonly costs: CostsOfDay;
};

/** What selling it costs besides the goods. */
export type SaleCosts = {
  /** Of one unit sold alone; null where the service has not said. */
  readonly shippingPkr: Rupees | null;
  readonly terms: SaleTerms;
};

/**
 * The price of a variant in the store by rule, a fixed one kept. Where the supplier suggests none, the price that stands
 * takes its place: a rule of suggested prices leaves it, and its limits and endings still count.
 */
export function planVariantPrice(rule: PriceRule, variant: PricedVariant, costs: SaleCosts): PlannedPrice {
  const ruled = ruledPrice(rule, variant, costs);
  if (variant.fixedPricePkr !== null)
    return {
      ...{ toPkr: variant.fixedPricePkr, toCompareAtPkr: variant.compareAtPkr },
      ...{ raisedTo: null, costs: ruled.costs },
    };
  const { pricePkr: toPkr, compareAtPkr: toCompareAtPkr, raisedTo } = ruled;
  return { toPkr, toCompareAtPkr, raisedTo, costs: ruled.costs };
}

export type RuledVariant = RuledPrice & {
  /** The lowest price that loses nothing when one unit is delivered free of charge. */
  readonly breakEvenPkr: Rupees;
  readonly costs: CostsOfDay;
};

/** What a rule makes of a variant in the store, whatever its price was fixed at, and what it follows from. */
export function ruledPrice(
  rule: PriceRule,
  variant: Omit<PricedVariant, "fixedPricePkr" | "compareAtPkr">,
  costs: SaleCosts,
): RuledVariant {
  const facts = {
    wholesalePkr: variant.wholesalePkr,
    minResalePkr: variant.minResalePkr,
    suggestedPkr: suggestedOf(rule, variant),
    supplierCompareAtPkr: variant.supplierCompareAtPkr || null,
    shippingPkr: shippingOf(costs, costs.terms),
    terms: costs.terms,
  };
  const ruled = applyPriceRule(rule, facts);
  const breakEvenPkr = priceForMargin(rupees(0), facts);
  return { ...ruled, breakEvenPkr, costs: toCostsOfDay(facts, ruled.floorPkr) };
}

function suggestedOf(
  { base }: PriceRule,
  { suggestedPkr, pricePkr }: Pick<PricedVariant, "suggestedPkr" | "pricePkr">,
) {
  if (suggestedPkr !== null) return suggestedPkr;
  return base.kind === "suggested" ? pricePkr : null;
}

/** The same, or null where it is what it was. */
export function planPriceChange(
  rule: PriceRule,
  variant: PricedVariant,
  costs: SaleCosts,
): PlannedPrice | null {
  const planned = planVariantPrice(rule, variant, costs);
  const isSame = planned.toPkr === variant.pricePkr && planned.toCompareAtPkr === variant.compareAtPkr;
  return isSame ? null : planned;
}
