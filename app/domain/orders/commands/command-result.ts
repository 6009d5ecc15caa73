/** What a button did; a refusal is a sentence for the merchant. */
export type CommandResult =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly reason: string;
      /** Somebody else did it before, or it is over: nothing is left to do. `checking`: what came of it is being found out. */
      readonly why?: "not_waiting" | "checking";
    };

export type CommandRefusal = Extract<CommandResult, { ok: false }>;

export const orderGone: CommandRefusal = { ok: false, reason: "This order is not here any more." };
export const parcelGone: CommandRefusal = { ok: false, reason: "This parcel is not here any more." };
