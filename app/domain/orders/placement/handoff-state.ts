/** `sending`: its outcome is not known yet. What becomes of it later is in its parcels. */
export const handoffStates = ["sending", "placed", "refused"] as const;
export type HandoffState = (typeof handoffStates)[number];

/** `adopted`: what the service held already was taken over. */
export const attemptStates = ["sending", "accepted", "adopted", "refused"] as const;
export type AttemptState = (typeof attemptStates)[number];

/** Why only a person can settle a placement. */
export const placementConflicts = ["duplicate_differs", "idempotency_key_reused", "answer_too_late"] as const;
export type PlacementConflict = (typeof placementConflicts)[number];

/** What a person decides about a placement conflict. */
export const conflictChoices = ["adopt", "place_again"] as const;
export type ConflictChoice = (typeof conflictChoices)[number];
