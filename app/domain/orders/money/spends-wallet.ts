type MaybePrepaid = {
  readonly state: string;
  readonly route: string | null;
  readonly outstandingPkr: number | null;
};

/** States in which nothing of an order was sent yet: to answer what it waits for is to have it placed. */
const UNPLACED: ReadonlySet<string> = new Set(["new", "waiting", "to_place", "held", "placing"]);

/** Commands by which a person has an order placed, or placed again. */
const PLACING = ["place", "retry", "place_again", "replace"] as const;

/** Answers after which an order that is not placed goes on. */
const ANSWERS = [
  ...(["city_as_written", "choose_city", "how_paid", "edit_customer", "choose_phone"] as const),
  ...(["keep_edit", "undo_edit", "lower_delivery", "link_variant", "say_contents"] as const),
] as const;

type SpendingCommand = (typeof PLACING)[number] | (typeof ANSWERS)[number] | "mark_as_paid";

const spendingCommands: ReadonlySet<string> = new Set<SpendingCommand>([
  ...PLACING,
  ...ANSWERS,
  "mark_as_paid",
]);

/** Whether a command may have an order placed, by itself or because only its answer was missing. */
export function isSpendingCommand(command: string): command is SpendingCommand {
  return spendingCommands.has(command);
}

/** Placing a prepaid order takes its cost from the wallet (document, Money rule 6). Paid in full is prepaid (R35). */
export function isPrepaid({ route, outstandingPkr }: MaybePrepaid): boolean {
  return route === "PREPAID" || outstandingPkr === 0;
}

/** Whether a command on this order spends the wallet and so needs the right *pay* (R55). */
export function spendsWallet(command: SpendingCommand, order: MaybePrepaid): boolean {
  switch (command) {
    case "place":
    case "retry":
    case "place_again":
    case "replace":
      return isPrepaid(order);
    case "mark_as_paid":
      // The command itself makes it prepaid.
      return UNPLACED.has(order.state);
    default:
      return isPrepaid(order) && UNPLACED.has(order.state);
  }
}

/** What a person without the right reads; the owner grants it. */
export const walletRefusal = {
  reason: "This order is prepaid: having it placed takes money from the wallet, which you may not do.",
  detail: "Ask the owner to press it, or to let you pay from the wallet under Settings, Team.",
} as const;
