import { type Rupees, rupees } from "#app/domain/money/rupees.ts";
import { feeOfSale, type SaleTerms } from "#app/domain/policy/terms/sale-terms.ts";

/** What one unit costs, and what the customer pays besides its price. */
export type CostFacts = {
  readonly wholesalePkr: Rupees;
  /** Shipping cost of one unit shipped alone. */
  readonly shippingPkr: Rupees;
  /** Delivery charge to the customer; free when left out. */
  readonly chargedPkr?: Rupees;
  readonly terms: SaleTerms;
};

export type MarginFacts = CostFacts & { readonly pricePkr: Rupees };

export type MarginProjection = {
  /** When delivered, fee taken; negative when it loses. The same for COD and prepaid. */
  readonly deliveredPkr: Rupees;
  /** What a refusal of a COD parcel costs: forward and return shipping. A prepaid parcel's is not documented (R18). */
  readonly refusedPkr: Rupees;
};

/** About what one unit sold alone brings under these terms (R18, R29). */
export function planMargin(facts: MarginFacts): MarginProjection {
  const { shippingPkr, terms } = facts;
  return { deliveredPkr: afterFee(facts), refusedPkr: rupees(-(shippingPkr + terms.returnShippingPkr)) };
}

/** The lowest price from which on the delivered margin, fee taken, is at least `marginPkr` (0 or more). */
export function priceForMargin(marginPkr: Rupees, facts: CostFacts): Rupees {
  const { wholesalePkr, shippingPkr, chargedPkr = 0, terms } = facts;
  const left = 100 - terms.feePercent;
  const cost = wholesalePkr + shippingPkr - chargedPkr;
  const exact =
    terms.feeBasis === "sale"
      ? ((cost + marginPkr) * 100) / left
      : cost + Math.floor((marginPkr * 100) / left);
  let price = Math.max(0, Math.floor(exact));
  // The fee is rounded up: the quotient may be short of it by a rupee.
  while (afterFee({ ...facts, pricePkr: rupees(price) }) < marginPkr) price += 1;
  return rupees(price);
}

/**
 * Of 100 parcels, how many may be refused before selling brings a loss, in tenths of a percent: gain over gain plus
 * loss. 0 where delivering already loses.
 */
export function breakEvenRefusals({ deliveredPkr, refusedPkr }: MarginProjection): number {
  if (deliveredPkr <= 0) return 0;
  return Math.floor((deliveredPkr * 1000) / (deliveredPkr - refusedPkr));
}

/** The service's estimate for one unit; nothing when the supplier ships free; the default when unknown (R29). */
export function estimateShipping(
  shipping: { readonly required?: boolean | null; readonly estimate?: Rupees | null } | null | undefined,
  { defaultShippingPkr }: Pick<SaleTerms, "defaultShippingPkr">,
): Rupees {
  if (shipping?.required === false) return rupees(0);
  return shipping?.estimate ?? defaultShippingPkr;
}

function afterFee({
  pricePkr,
  wholesalePkr,
  shippingPkr,
  chargedPkr = rupees(0),
  terms,
}: MarginFacts): Rupees {
  const marginPkr = rupees(pricePkr + chargedPkr - wholesalePkr - shippingPkr);
  return rupees(marginPkr - feeOfSale(terms, { marginPkr, itemsPkr: pricePkr }));
}
