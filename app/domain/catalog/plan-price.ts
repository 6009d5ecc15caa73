import { type Rupees, rupees } from "#app/domain/orders/money/rupees.ts";
import { documentedTerms } from "#app/supplier/terms.ts";

export type PriceFacts = {
  readonly wholesalePrice: Rupees;
  readonly suggestedPrice?: Rupees | null;
  readonly minResalePrice?: Rupees | null;
};

/** The price a listing starts with: what the supplier suggests, never below the lowest allowed or the cost. */
export function planPrice({ wholesalePrice, suggestedPrice, minResalePrice }: PriceFacts): Rupees {
  return rupees(Math.max(suggestedPrice ?? 0, minResalePrice ?? 0, wholesalePrice));
}

export type MarginFacts = {
  readonly pricePkr: Rupees;
  readonly wholesalePkr: Rupees;
  /** Shipping cost of one unit shipped alone. */
  readonly shippingPkr: Rupees;
};

export type MarginOutlook = {
  /** When delivered, fee taken; negative when it loses. */
  readonly deliveredPkr: Rupees;
  /** What a refusal costs: forward and return shipping. */
  readonly refusedPkr: Rupees;
};

/**
 * About what one unit sold alone brings, under the documented terms and with no delivery charge to the customer (R18,
 * R29). The fee is percent of margin, never on a loss; half a rupee counts against the merchant.
 */
export function planMargin({ pricePkr, wholesalePkr, shippingPkr }: MarginFacts): MarginOutlook {
  const margin = pricePkr - wholesalePkr - shippingPkr;
  const fee = Math.ceil((Math.max(0, margin) * documentedTerms.marginFeePercent) / 100);
  return {
    deliveredPkr: rupees(margin - fee),
    refusedPkr: rupees(-(shippingPkr + documentedTerms.returnShippingCost)),
  };
}

/** The service's estimate for one unit; nothing when the supplier ships free; the default when unknown (R29). */
export function estimateShipping(
  shipping: { readonly required?: boolean | null; readonly estimate?: Rupees | null } | null | undefined,
): Rupees {
  if (shipping?.required === false) return rupees(0);
  return shipping?.estimate ?? rupees(documentedTerms.defaultShippingCost);
}
