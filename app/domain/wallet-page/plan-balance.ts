import { type Rupees, rupees } from "#app/domain/money/rupees.ts";

/** What the ledger booked on a day, until the known balance and after it. */
export type DaySums = {
  /** A calendar day, "2026-11-26". */
  readonly day: string;
  readonly beforePkr: Rupees;
  readonly afterPkr: Rupees;
};

export type BalanceDay = { readonly day: string; readonly balancePkr: Rupees | null };

export type BalanceFacts = {
  /** What was available at the moment that divides the sums of its day. */
  readonly knownPkr: Rupees;
  readonly sums: readonly DaySums[];
  /** The first day at whose end it is known what was booked until then; null where that is every day. */
  readonly knownFrom: string | null;
  /** The day on which the copy was last true: it holds all that was booked on the days before. */
  readonly copiedOn: string;
  /** What the wallet's last reading says, and its day. */
  readonly reading: { readonly availablePkr: Rupees; readonly day: string };
};

/**
 * What was available at the end of each of these days, reckoned from a known balance by what the ledger booked between; null
 * for days that the copy of the ledger does not hold whole. The day of the last reading has what was read.
 */
export function planBalance(days: readonly string[], facts: BalanceFacts): readonly BalanceDay[] {
  const { knownFrom, copiedOn, reading } = facts;
  return days.map((day) => {
    if (day < copiedOn && (knownFrom === null || day >= knownFrom))
      return { day, balancePkr: atTheEndOf(day, facts) };
    return { day, balancePkr: day === reading.day ? reading.availablePkr : null };
  });
}

function atTheEndOf(day: string, { knownPkr, sums }: BalanceFacts): Rupees {
  const changes = sums.map((of) => (of.day <= day ? of.afterPkr : -of.beforePkr));
  return rupees(changes.reduce((sum, change) => sum + change, Number(knownPkr)));
}
