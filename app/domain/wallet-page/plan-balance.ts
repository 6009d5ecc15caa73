import { type Rupees, rupees } from "#app/domain/money/rupees.ts";

export type DaySum = {
  /** A calendar day, "2026-11-26". */
  readonly day: string;
  readonly sumPkr: Rupees;
};

export type BalanceDay = { readonly day: string; readonly balancePkr: Rupees | null };

/**
 * What was available at the end of each of these days, reckoned back from when the wallet was read by what the ledger booked
 * until then; null for days after it, and for those that the copy of the ledger has not come to.
 */
export function planBalance(
  days: readonly string[],
  { availablePkr, readDay, sums, knownFrom }: BalanceFacts,
): readonly BalanceDay[] {
  const booked = new Map(sums.map(({ day, sumPkr }) => [day, sumPkr]));
  let balance = availablePkr;
  const backwards = days.toReversed().map((day) => {
    if (day > readDay) return { day, balancePkr: null };
    const atItsEnd = balance;
    balance = rupees(balance - (booked.get(day) ?? 0));
    return { day, balancePkr: knownFrom === null || day >= knownFrom ? atItsEnd : null };
  });
  return backwards.toReversed();
}

export type BalanceFacts = {
  readonly availablePkr: Rupees;
  /** The day on which that was read. */
  readonly readDay: string;
  readonly sums: readonly DaySum[];
  /** The first day whose entries are all copied; null where all are. */
  readonly knownFrom: string | null;
};
