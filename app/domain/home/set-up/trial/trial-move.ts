/** How a simulated parcel goes to the customer, step by step (API document, Modes). */
const trialMoves = ["CONFIRMED", "PROCESSING", "SHIPPED", "DELIVERED"] as const;

export type TrialMove = (typeof trialMoves)[number];

/** The next step to the customer among those that the parcel may take; null once it is there, or went another way. */
export function nextTrialMove(offered: readonly string[]): TrialMove | null {
  return trialMoves.find((move) => offered.includes(move)) ?? null;
}
