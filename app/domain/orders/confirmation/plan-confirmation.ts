import type { HoldCode } from "#app/domain/messages/holds/hold-codes.ts";
import type { NotConfirmedChoice } from "#app/domain/shops/setting-choices.ts";
import type { ConfirmationState } from "./confirmation-state.ts";

type ConfirmationInput = {
  /** What is known of the question; null where nobody asked yet. */
  readonly asked: {
    readonly state: ConfirmationState;
    readonly contentsHash: string | null;
    readonly dueAt: Date;
  } | null;
  /** Of the items, the sum and the customer as they are now. */
  readonly contentsHash: string;
  /** The same of what its customer was shown, where they confirmed it before they were asked. */
  readonly shownHash: string;
  /** What the order waited for when it was last looked at. */
  readonly holdCode: string | null;
  /** Something of the order was sent to the service before, whatever came of it. */
  readonly hasHandoff: boolean;
  readonly whenNotConfirmed: NotConfirmedChoice;
  readonly now: Date;
};

/** `go_as_shown`: what its customer confirmed unasked is what is about to be sent. */
export type ConfirmationPlan = "go" | "go_as_shown" | "ask" | "wait" | "hold" | "cancel";

const ASKED: HoldCode = "awaiting_confirmation";

/**
 * What becomes of an order that is placed only once its customer confirmed it. After an edit the customer is asked about
 * the order as it is now. A limit that passed while the order was paused, cancelled or waited for goods begins anew, as
 * nobody could see that a call was due.
 */
export function planConfirmation(input: ConfirmationInput): ConfirmationPlan {
  const { asked, contentsHash, shownHash } = input;
  if (asked?.state === "confirmed" && asked.contentsHash === shownHash) return "go_as_shown";
  if (!asked || asked.contentsHash !== contentsHash) return "ask";
  switch (asked.state) {
    case "confirmed":
      return "go";
    case "cancelled":
      return "ask";
    case "not_confirmed":
      return "hold";
    case "awaiting":
      return planWait(input, asked.dueAt);
  }
}

function planWait(
  { now, holdCode, hasHandoff, whenNotConfirmed }: ConfirmationInput,
  dueAt: Date,
): ConfirmationPlan {
  if (now < dueAt) return "wait";
  if (holdCode !== ASKED) return "ask";
  return whenNotConfirmed === "cancel" && !hasHandoff ? "cancel" : "hold";
}
