/** States of a payment of a parcel from the wallet. */
export const paymentStates = ["wanted", "sending", "paid", "refused", "outcome_unknown"] as const;

export type PaymentState = (typeof paymentStates)[number];

/** Payments whose outcome is still to come. */
export const unfinishedStates = ["wanted", "sending", "outcome_unknown"] as const satisfies PaymentState[];

/** How the outcome of a payment is known. `never_sent`: the service was surely not asked; `person`: somebody looked. */
export const paymentEvidence = ["answer", "parcel", "ledger", "never_sent", "person"] as const;
export type PaymentEvidence = (typeof paymentEvidence)[number];

export function isUnfinished(state: PaymentState): boolean {
  switch (state) {
    case "wanted":
    case "sending":
    case "outcome_unknown":
      return true;
    case "paid":
    case "refused":
      return false;
  }
}
