import { type Rupees, rupees } from "#app/domain/money/rupees.ts";

/** What the service takes and charges for one sale. What was reported to an account counts, else what the document says (R49). */
export type SaleTerms = {
  /** From 0 to below 100; never taken on a loss (document, Money rules 3 and 7). */
  readonly feePercent: number;
  /** What it is a percent of: the margin, or what the items sell for without their delivery. */
  readonly feeBasis: FeeBasis;
  /** What a refused parcel is charged besides its shipping. */
  readonly returnShippingPkr: Rupees;
  /** Shipping of a unit whose weight the service does not know. */
  readonly defaultShippingPkr: Rupees;
};

export const feeBases = ["margin", "sale"] as const;
type FeeBasis = (typeof feeBases)[number];

type Sale = { readonly marginPkr: Rupees; readonly itemsPkr: Rupees };

/** About what a delivered sale is charged as platform fee; half a rupee counts against the merchant. */
export function feeOfSale({ feePercent, feeBasis }: SaleTerms, { marginPkr, itemsPkr }: Sale): Rupees {
  if (marginPkr <= 0) return rupees(0);
  return percentUp(feeBasis === "sale" ? itemsPkr : marginPkr, feePercent);
}

/** Percents have up to four decimals here: as whole numbers their products are exact. */
const PARTS_OF_PERCENT = 10_000;

function percentUp(amount: number, percent: number): Rupees {
  return rupees(Math.ceil((amount * Math.round(percent * PARTS_OF_PERCENT)) / (100 * PARTS_OF_PERCENT)));
}
