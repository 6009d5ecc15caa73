/** Our own last answer to a cancellation request of a fulfillment order. */
export const cancelAnswers = ["accepted", "rejected"] as const;
export type CancelAnswer = (typeof cancelAnswers)[number];
