/** States of a payment of a parcel from the wallet; the database holds the same list. */
const paymentStates = ["wanted", "sending", "paid", "refused", "outcome_unknown"] as const;

export type PaymentState = (typeof paymentStates)[number];

/** Payments whose outcome is still to come. */
export const unsettledStates = ["wanted", "sending", "outcome_unknown"] as const satisfies PaymentState[];

/** How the outcome of a payment is known. `never_sent`: the service was surely not asked; `person`: somebody looked. */
export type PaymentEvidence = "answer" | "parcel" | "ledger" | "never_sent" | "person";

/** @throws Error for a word that is no state: the database refuses it too */
export function parsePaymentState(text: string): PaymentState {
  const state = paymentStates.find((each) => each === text);
  if (state === undefined) throw new Error(`${text} is no state of a payment`);
  return state;
}

export function isUnsettled(state: PaymentState): boolean {
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
