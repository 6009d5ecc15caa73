/** What a person can decide about one order; of each kind, and of each subject of it, the newest counts. */
export const decisionKinds = [
  /** Requests, which the order's own work carries out. */
  "place",
  "retry",
  "cancel",
  "hold",
  "replace",
  "mark_paid",
  "move_away",
  /** Answers that the next placing is made by. */
  "customer",
  "how_paid",
  "lower_delivery",
  /** The customer means the order, as it was when they were asked. */
  "confirmed",
  /** What to do about a placing only a person can settle; its subject is the handoff. */
  "placement_conflict",
  /** A hold that is left as it is; its subject is the hold's code, with what was shown where that can change. */
  "dismiss_hold",
] as const;

export type DecisionKind = (typeof decisionKinds)[number];
