import { type Rupees, rupees } from "#app/domain/money/rupees.ts";
import {
  type ExpectedOutcome,
  expectOutcome,
  type QuoteTerms,
} from "#app/domain/orders/money/expect-outcome.ts";
import type { AccountTerms } from "#app/domain/policy/terms/account-terms.ts";
import type { PaymentMode } from "#app/supplier/payment-mode.ts";

/** What each side would pay, in whole rupees. About, until the service confirms it (R18); null is unknown, never nothing. */
export type PreviewMoney = {
  /** What the figures rest on: the service's quote of this moment, or the terms it reported before (R49). */
  readonly basis: "quote" | "known_terms";
  readonly paymentMode: PaymentMode;
  /** At the door, or paid already. */
  readonly customerPaysPkr: Rupees;
  readonly wholesalePkr: Rupees;
  readonly shippingPkr: Rupees;
  readonly feePkr: Rupees | null;
  /** What stays after a delivery, all costs and the fee taken off. */
  readonly deliveredPkr: Rupees | null;
  /** What a refusal costs, negative. */
  readonly refusedPkr: Rupees | null;
  /** Held in the wallet until the parcel has ended; of cash on delivery orders. */
  readonly heldPkr: Rupees | null;
  /** What leaves the wallet as it is placed; of prepaid orders. */
  readonly walletPkr: Rupees;
  /** Days from a delivery until the margin is released. */
  readonly payoutDays: number;
};

export type PreviewMoneyInput = {
  readonly paymentMode: PaymentMode;
  readonly customerPays: Rupees;
  readonly resaleTotal: Rupees;
  readonly wholesaleTotal: Rupees;
  readonly parcels: number;
  /** Null where the service gave none. */
  readonly quoted: { readonly shippingPkr: Rupees; readonly expected: ExpectedOutcome } | null;
  readonly terms: AccountTerms;
};

/** By the quote; without one, by the shipping and the return costs reported to the account for each parcel. */
export function previewMoney(input: PreviewMoneyInput): PreviewMoney {
  const { paymentMode, customerPays, wholesaleTotal, quoted, terms } = input;
  const known = toKnownTerms(input);
  const expected = quoted?.expected ?? expectOutcome({ ...input, terms: known });
  const { deliveredNet, refusedNet, reserve, walletNow, fee } = expected;
  return {
    ...{ basis: quoted ? "quote" : "known_terms", paymentMode, customerPaysPkr: customerPays },
    wholesalePkr: wholesaleTotal,
    shippingPkr: quoted?.shippingPkr ?? known.shippingCost,
    ...{ feePkr: fee, deliveredPkr: deliveredNet, refusedPkr: refusedNet, walletPkr: walletNow },
    heldPkr: reserve,
    payoutDays: terms.payoutDays,
  };
}

function toKnownTerms({ parcels, terms }: PreviewMoneyInput): QuoteTerms {
  return {
    shippingCost: rupees(terms.defaultShippingPkr * parcels),
    rtoReserve: rupees((terms.defaultShippingPkr + terms.returnShippingPkr) * parcels),
    platformFeePercent: terms.feePercent,
    platformFeeBasis: terms.feeBasis,
  };
}
