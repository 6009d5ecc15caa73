/** How far the question stands whether the customer means the order. */
export const confirmationStates = [
  "awaiting",
  "confirmed",
  /** The limit passed, and a person decides. */
  "not_confirmed",
  /** The order was cancelled before anybody confirmed it. */
  "cancelled",
] as const;
export type ConfirmationState = (typeof confirmationStates)[number];
