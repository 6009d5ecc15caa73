/** What a person can decide about one order; each kind stands once, the newest counts. */
export const decisionKinds = ["customer", "how_paid", "lower_delivery", "mark_paid", "move_away"] as const;

export type DecisionKind = (typeof decisionKinds)[number];
