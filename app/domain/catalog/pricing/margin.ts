import { type Rupees, rupees } from "#app/domain/orders/money/rupees.ts";
import { documentedTerms } from "#app/supplier/terms.ts";

export type MarginFacts = {
  readonly pricePkr: Rupees;
  readonly wholesalePkr: Rupees;
  /** Shipping cost of one unit shipped alone. */
  readonly shippingPkr: Rupees;
};

export type MarginOutlook = {
  /** When delivered, fee taken; negative when it loses. The same for COD and prepaid. */
  readonly deliveredPkr: Rupees;
  /** What a refusal of a COD parcel costs: forward and return shipping. A prepaid parcel's is not documented (R18). */
  readonly refusedPkr: Rupees;
};

/**
 * About what one unit sold alone brings, under the documented terms and with no delivery charge to the customer (R18,
 * R29). The fee is percent of margin, never on a loss; half a rupee counts against the merchant.
 */
export function planMargin({ pricePkr, wholesalePkr, shippingPkr }: MarginFacts): MarginOutlook {
  return {
    deliveredPkr: afterFee(pricePkr - wholesalePkr - shippingPkr),
    refusedPkr: rupees(-(shippingPkr + documentedTerms.returnShippingCost)),
  };
}

/** The lowest price whose delivered margin, fee taken, is at least `marginPkr` (0 or more). */
export function priceForMargin(marginPkr: number, facts: Omit<MarginFacts, "pricePkr">): Rupees {
  let before = Math.floor((marginPkr * 100) / (100 - documentedTerms.marginFeePercent));
  // The fee is rounded up: the quotient may be short of it by a rupee.
  while (afterFee(before) < marginPkr) before += 1;
  return rupees(facts.wholesalePkr + facts.shippingPkr + before);
}

/**
 * Of 100 parcels, how many may be refused before selling brings a loss, in tenths of a percent: gain over gain plus
 * loss. 0 where delivering already loses.
 */
export function breakEvenRefusals({ deliveredPkr, refusedPkr }: MarginOutlook): number {
  if (deliveredPkr <= 0) return 0;
  return Math.floor((deliveredPkr * 1000) / (deliveredPkr - refusedPkr));
}

/** The service's estimate for one unit; nothing when the supplier ships free; the default when unknown (R29). */
export function estimateShipping(
  shipping: { readonly required?: boolean | null; readonly estimate?: Rupees | null } | null | undefined,
): Rupees {
  if (shipping?.required === false) return rupees(0);
  return shipping?.estimate ?? rupees(documentedTerms.defaultShippingCost);
}

function afterFee(margin: number): Rupees {
  return rupees(margin - Math.ceil((Math.max(0, margin) * documentedTerms.marginFeePercent) / 100));
}
