import { z } from "zod";
import { type Rupees, rupees, sumRupees } from "#app/domain/money/rupees.ts";
import type { PaymentMode } from "#app/supplier/payment-mode.ts";
import { type PayoutMoney, payoutOf } from "./payout.ts";

/** One line of how a parcel's sum came about. */
export type RuleLine = {
  readonly line: "customer_pays" | "wholesale" | "shipping" | "unexplained" | "margin" | "fee" | "released";
  /** Null is unknown, never nothing. */
  readonly amountPkr: Rupees | null;
};

type FeeRule = { readonly percent: number; readonly basis: "margin" | "sale" };

export type PayoutRule = {
  readonly lines: readonly RuleLine[];
  /** The fee's rule as it was when the order was placed; null where no answer had it. */
  readonly feeRule: FeeRule | null;
};

const frozen = z.object({
  quote: z.object({ platformFeePercent: z.number(), platformFeeBasis: z.enum(["margin", "sale"]) }),
});

/**
 * How a parcel's payout comes about: customer pays − wholesale − shipping = margin, and its fee by the terms frozen at
 * placement (document, Money rules 2 to 4 and 6). Every figure is the service's own; what they leave open between
 * customer and margin is a line of its own.
 */
export function explainPayout(paymentMode: PaymentMode, parcel: PayoutMoney, terms: unknown): PayoutRule {
  const { codPkr, resalePkr, shippingChargedPkr, marginPkr } = parcel;
  const customerPays = paymentMode === "PREPAID" ? sumKnown([resalePkr, shippingChargedPkr]) : codPkr;
  const wholesale = negative(parcel.wholesalePkr);
  const shipping = negative(parcel.shippingCostPkr);
  const explained = sumKnown([customerPays, wholesale, shipping]);
  const unexplained = marginPkr === null || explained === null ? rupees(0) : rupees(marginPkr - explained);
  return {
    lines: [
      { line: "customer_pays", amountPkr: customerPays },
      { line: "wholesale", amountPkr: wholesale },
      { line: "shipping", amountPkr: shipping },
      ...(unexplained === 0 ? [] : [{ line: "unexplained", amountPkr: unexplained } as const]),
      { line: "margin", amountPkr: marginPkr },
      { line: "fee", amountPkr: negative(parcel.platformFeePkr) },
      { line: "released", amountPkr: payoutOf(paymentMode, parcel)?.amountPkr ?? null },
    ],
    feeRule: readFeeRule(terms),
  };
}

function negative(amountPkr: Rupees | null): Rupees | null {
  return amountPkr === null ? null : rupees(0 - amountPkr);
}

function sumKnown(amounts: readonly (Rupees | null)[]): Rupees | null {
  const known = amounts.filter((amount) => amount !== null);
  return known.length < amounts.length ? null : sumRupees(known);
}

function readFeeRule(terms: unknown): FeeRule | null {
  const read = frozen.safeParse(terms);
  if (!read.success) return null;
  const { platformFeePercent: percent, platformFeeBasis: basis } = read.data.quote;
  return { percent, basis };
}
