import type { Rupees } from "#app/domain/money/rupees.ts";
import type { PaymentMode } from "#app/supplier/payment-mode.ts";
import { isAfterDelivery, releasedPkr } from "../orders/money/parcel-margin.ts";
import type { ParcelMoney } from "../orders/money/parcel-money.ts";

/** Where what a delivery brings stands: it waits for its date, has moved, or comes no more. */
export const payoutStates = ["pending", "released", "reversed"] as const;

export type PayoutState = (typeof payoutStates)[number];

/** What a payout is made of: the parcel's figures, and what of it was paid out (D-122). */
export type PayoutMoney = ParcelMoney & { readonly marginReleasedPkr: Rupees | null };

/** What one delivered parcel moves in Available at its release. */
export type Payout = {
  readonly state: PayoutState;
  /** A margin less its fee, or the fee of a prepaid parcel, which is taken; of a reversed one what was taken back, or does not come. Null is unknown. */
  readonly amountPkr: Rupees | null;
  /** Null until the service sets it (R18). */
  readonly releaseAt: Date | null;
};

/**
 * What is released for a parcel, null where nothing is: it was not delivered, or refused at the door. `payout-sql.server.ts`
 * says the same to PostgreSQL. A parcel that was returned counts as reversed; its sum is known once the service says that
 * its margin is undone.
 */
export function payoutOf(paymentMode: PaymentMode, parcel: PayoutMoney): Payout | null {
  const { status, marginStatus, marginReleaseAt: releaseAt, marginReleasedPkr } = parcel;
  const amountPkr = releasedPkr(paymentMode, parcel);
  if (status === "DELIVERED") {
    const state = stateOfDelivered(marginStatus);
    return {
      state,
      amountPkr: state === "reversed" ? (marginReleasedPkr ?? amountPkr) : amountPkr,
      releaseAt,
    };
  }
  if (status !== "RETURNED" || !isAfterDelivery(parcel)) return null;
  if (marginStatus === "RELEASED") return { state: "released", amountPkr, releaseAt };
  const isUndone = marginStatus === "NONE" || marginStatus === "REVERSED";
  return { state: "reversed", amountPkr: marginReleasedPkr ?? (isUndone ? amountPkr : null), releaseAt };
}

function stateOfDelivered(marginStatus: string | null): PayoutState {
  if (marginStatus === "RELEASED") return "released";
  return marginStatus === "REVERSED" ? "reversed" : "pending";
}
