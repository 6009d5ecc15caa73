import { rupees } from "#app/domain/orders/money/rupees.ts";
import { estimateShipping } from "./margin.ts";
import { applyPriceRule, type PriceRule } from "./price-rule.ts";

/** What of a listing's variant its price follows from, in rupees. */
export type PricedVariant = {
  readonly wholesalePkr: number;
  readonly minResalePkr: number;
  readonly suggestedPkr: number | null;
  readonly pricePkr: number;
  readonly compareAtPkr: number | null;
  /** The merchant's own price, whatever the rule says. */
  readonly fixedPricePkr: number | null;
};

export type PlannedPrice = {
  readonly toPkr: number;
  readonly toCompareAtPkr: number | null;
  readonly raisedTo: "minimum" | "floor" | null;
};

/**
 * The price of a variant in the store by rule, a fixed one kept. Where the supplier suggests none, the price that stands
 * takes its place: a rule of suggested prices leaves it, and its limits and endings still count.
 */
export function planVariantPrice(
  rule: PriceRule,
  variant: PricedVariant,
  shippingPkr: number | null,
): PlannedPrice {
  if (variant.fixedPricePkr !== null)
    return { toPkr: variant.fixedPricePkr, toCompareAtPkr: variant.compareAtPkr, raisedTo: null };
  const priced = applyPriceRule(rule, {
    wholesalePkr: rupees(variant.wholesalePkr),
    minResalePkr: rupees(variant.minResalePkr),
    suggestedPkr: suggestedOf(rule, variant),
    shippingPkr: shippingPkr === null ? estimateShipping(null) : rupees(shippingPkr),
  });
  return { toPkr: priced.pricePkr, toCompareAtPkr: priced.compareAtPkr, raisedTo: priced.raisedTo };
}

function suggestedOf({ base }: PriceRule, { suggestedPkr, pricePkr }: PricedVariant) {
  if (suggestedPkr !== null) return rupees(suggestedPkr);
  return base.kind === "suggested" ? rupees(pricePkr) : null;
}

/** The same, or null where it is what it was. */
export function planPriceChange(
  rule: PriceRule,
  variant: PricedVariant,
  shippingPkr: number | null,
): PlannedPrice | null {
  const planned = planVariantPrice(rule, variant, shippingPkr);
  const isSame = planned.toPkr === variant.pricePkr && planned.toCompareAtPkr === variant.compareAtPkr;
  return isSame ? null : planned;
}
