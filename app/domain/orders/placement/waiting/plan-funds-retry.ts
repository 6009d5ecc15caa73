import type { Rupees } from "#app/domain/money/rupees.ts";

/** What an order waits for since the service refused it. */
export type FundsWait = {
  readonly code: "insufficient_balance" | "deposit_required";
  /** What it needs in the wallet, in rupees; null where nobody said. */
  readonly neededPkr: Rupees | null;
  /** How often it was tried. */
  readonly attempts: number;
  readonly refusedAt: Date;
};

export type WalletReading = {
  readonly availablePkr: Rupees;
  /** Rupees the security deposit lacks; null where the service does not say. */
  readonly depositMissingPkr: Rupees | null;
};

/** The least Available since orders wait, in rupees: what is more has arrived since. Null before the first look. */
export type LowestPkr = number | null;

const OFTEN = 2;
const FIRST_REST_MS = 10 * 60_000;
const LONGEST_REST_MS = 3 * 60 * 60_000;

/**
 * Whether an order is tried again at this look: money has arrived since the lowest reading, or the wallet holds what
 * the order needs, whenever it arrived. An order the service refuses all the same rests longer and longer.
 */
export function isWorthTrying(
  wait: FundsWait,
  {
    lowest,
    reading,
    now,
  }: { readonly lowest: LowestPkr; readonly reading: WalletReading; readonly now: Date },
): boolean {
  if (lowest !== null && reading.availablePkr > lowest) return true;
  return maySuffice(wait, reading) && now.getTime() - wait.refusedAt.getTime() >= restMs(wait.attempts);
}

function maySuffice({ code, neededPkr }: FundsWait, { availablePkr, depositMissingPkr }: WalletReading) {
  if (code === "deposit_required") return (depositMissingPkr ?? 0) === 0;
  return neededPkr === null || availablePkr >= neededPkr;
}

function restMs(attempts: number): number {
  return attempts <= OFTEN ? 0 : Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** (attempts - OFTEN - 1));
}
