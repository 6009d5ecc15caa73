import { exact, roundToRupee } from "#app/domain/money/exact.ts";
import { type Rupees, rupees, ZERO_RUPEES } from "#app/domain/money/rupees.ts";
import type { PaymentMode } from "#app/supplier/payment-mode.ts";

/**
 * What `POST /shipping/quote` answers, in rupees; `rtoReserve` is the charge of a refusal, over all parcels. Null where
 * the service left it out: then every figure that needs it is unknown too (R49).
 */
export type QuoteTerms = {
  readonly shippingCost: Rupees;
  readonly rtoReserve: Rupees | null;
  readonly platformFeePercent: number | null;
  readonly platformFeeBasis: "margin" | "sale" | null;
};

export type OutcomeInput = {
  readonly paymentMode: PaymentMode;
  /** Items and delivery together. */
  readonly customerPays: Rupees;
  /** Items alone: the basis of a sale fee. */
  readonly resaleTotal: Rupees;
  readonly wholesaleTotal: Rupees;
  readonly terms: QuoteTerms;
};

export type ExpectedOutcome = {
  readonly margin: Rupees;
  /** About: the service does not say how it rounds. Null where it has not said its percent. */
  readonly fee: Rupees | null;
  /** What stays with the merchant after a delivery, fee taken off. */
  readonly deliveredNet: Rupees | null;
  /** What leaves the wallet at placing; negative or zero. */
  readonly walletNow: Rupees;
  readonly reserve: Rupees | null;
  /** What a refusal costs, negative; null where nobody said it: of a prepaid order the API document does not. */
  readonly refusedNet: Rupees | null;
  /** The share of refusals, in percent with one decimal, at which gain and loss cancel out; COD only, null if unknown. */
  readonly breakEvenRefusalPercent: number | null;
};

function feeOf({ resaleTotal, terms }: OutcomeInput, margin: Rupees): Rupees | null {
  // Never on a loss (Money rule 3), whatever the percent.
  if (margin <= 0) return ZERO_RUPEES;
  if (terms.platformFeePercent === null) return null;
  const basis = terms.platformFeeBasis === "sale" ? resaleTotal : margin;
  return roundToRupee(exact(basis).times(terms.platformFeePercent).div(100));
}

function breakEvenPercent(gain: Rupees | null, loss: Rupees | null): number | null {
  if (gain === null) return null;
  if (gain <= 0) return 0;
  if (loss === null) return null;
  return exact(gain).times(100).div(exact(gain).plus(loss)).toDecimalPlaces(1).toNumber();
}

/** Expects the money of a handoff under quoted terms (API document, "Money rules" 1-7). */
export function expectOutcome(input: OutcomeInput): ExpectedOutcome {
  const { terms } = input;
  const cost = rupees(input.wholesaleTotal + terms.shippingCost);
  const margin = rupees(input.customerPays - cost);
  const fee = feeOf(input, margin);
  const deliveredNet = fee === null ? null : rupees(margin - fee);
  if (input.paymentMode === "PREPAID") {
    const unknown = { reserve: ZERO_RUPEES, refusedNet: null, breakEvenRefusalPercent: null };
    return { margin, fee, deliveredNet, walletNow: rupees(0 - cost), ...unknown };
  }
  const reserve = terms.rtoReserve;
  const breakEvenRefusalPercent = breakEvenPercent(deliveredNet, reserve);
  const refusedNet = reserve === null ? null : rupees(0 - reserve);
  return { margin, fee, deliveredNet, walletNow: ZERO_RUPEES, reserve, refusedNet, breakEvenRefusalPercent };
}

export type CodBelowCost = {
  readonly code: "cod_below_cost";
  readonly numbers: {
    readonly collects: Rupees;
    readonly wholesaleTotal: Rupees;
    readonly shippingCost: Rupees;
    readonly missing: Rupees;
  };
};

/** The service refuses COD that does not cover wholesale plus shipping; exactly the cost is accepted. */
export function checkCodCost(
  collects: Rupees,
  wholesaleTotal: Rupees,
  shippingCost: Rupees,
): CodBelowCost | null {
  const missing = rupees(wholesaleTotal + shippingCost - collects);
  if (missing <= 0) return null;
  return { code: "cod_below_cost", numbers: { collects, wholesaleTotal, shippingCost, missing } };
}
