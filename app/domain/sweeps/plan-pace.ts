import { budgetShares } from "./sweep-kinds.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const LONGEST_MS = 60 * MINUTE_MS;
/** The plans with 100,000 calls a day and more. */
const LARGE_PLAN = 100_000;

type PaceQuestion = {
  /** Calls a day of the account's plan. */
  readonly dailyLimit: number;
  /** Calls the last whole look took. */
  readonly calls: number;
  /** How many shops look at the same account. */
  readonly shops: number;
};

/**
 * How long it is to the next look at the parcels under way: as often as the share of the budget allows, at the most every
 * 10 minutes (5 on large plans), at the least every hour.
 */
export function planParcelsPaceMs({ dailyLimit, calls, shops }: PaceQuestion): number {
  const shortestMs = (dailyLimit >= LARGE_PLAN ? 5 : 10) * MINUTE_MS;
  const affordedMs = (DAY_MS * calls * shops) / (budgetShares.parcels * dailyLimit);
  return Math.round(Math.min(LONGEST_MS, Math.max(shortestMs, affordedMs)));
}
