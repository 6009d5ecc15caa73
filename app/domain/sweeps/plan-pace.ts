import { budgetShares, sweepRules } from "./sweep-kinds.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** The plans with 100,000 calls a day and more. */
const LARGE_PLAN = 100_000;

/** Of the catalog's share: what walks by themselves may take; the rest is for the times somebody presses Refresh. */
const BY_ITSELF = 0.5;

/** Of the shares for parcels and deliveries: what regular looks may take; the rest is for what they find, and presses. */
const READS_PER_PASS = 0.8;

type PaceInput = {
  /** Calls a day of the account's plan. */
  readonly dailyLimit: number;
  /** Calls the last whole look took. */
  readonly calls: number;
  /** How many connections look at the same account: a shop with both modes has two. */
  readonly shops: number;
};

/**
 * How long it is to the next look at the parcels under way: as often as the share of the budget allows, at the most every
 * 10 minutes (5 on large plans), at the least every hour.
 */
export function planParcelsPaceMs({ dailyLimit, calls, shops }: PaceInput): number {
  const shortestMs = (dailyLimit >= LARGE_PLAN ? 5 : 10) * MINUTE_MS;
  const affordedMs = (DAY_MS * calls * shops) / (budgetShares.parcels * READS_PER_PASS * dailyLimit);
  return Math.round(Math.min(HOUR_MS, Math.max(shortestMs, affordedMs)));
}

/**
 * How long it is to the next walk through the catalog: as often as half of its share of the budget allows, at the most
 * every hour, at the least once a day. What is in the store is told by events meanwhile.
 */
export function planCatalogPaceMs({ dailyLimit, calls, shops }: PaceInput): number {
  const affordedMs = (DAY_MS * calls * shops) / (budgetShares.catalog * BY_ITSELF * dailyLimit);
  return Math.round(Math.min(DAY_MS, Math.max(HOUR_MS, affordedMs)));
}

/** Calls a day of one connection's looks at the service's log and at its webhooks, at their first pace. */
const DELIVERY_CALLS =
  DAY_MS / sweepRules.failed_deliveries.everyMs + (4 * DAY_MS) / sweepRules.webhooks.everyMs;

/**
 * How long it is to the next look whether events were lost or go elsewhere: at its first pace, or as much slower as all
 * connections of the account need to fit into the share together, both modes of each shop included.
 */
export function planDeliveriesPaceMs(
  everyMs: number,
  { dailyLimit, shops }: Pick<PaceInput, "dailyLimit" | "shops">,
): number {
  const afforded = budgetShares.deliveries * READS_PER_PASS * dailyLimit;
  return Math.round(everyMs * Math.max(1, (DELIVERY_CALLS * shops) / afforded));
}

/** Of the ledger's share: what looks for new entries may take; the rest is for the first copy and the nightly look. */
const NEW_ENTRIES = 0.5;

/**
 * How long it is to the next look for new entries of the ledger, one call mostly: ten minutes, or as much longer as all
 * connections of the account need together; an hour at the most.
 */
export function planLedgerPaceMs({ dailyLimit, shops }: Pick<PaceInput, "dailyLimit" | "shops">): number {
  const affordedMs = (DAY_MS * shops) / (budgetShares.ledger * NEW_ENTRIES * dailyLimit);
  return Math.round(Math.min(HOUR_MS, Math.max(sweepRules.ledger.everyMs, affordedMs)));
}

const SHORTEST_STOCK_MS = 2 * MINUTE_MS;

/** How long it is to the next look at all stock: T = 1440 minutes times the calls of one look, over the share of a day's. */
export function planStockPaceMs({ dailyLimit, calls, shops }: PaceInput): number {
  const affordedMs = (DAY_MS * calls * shops) / (budgetShares.stock * dailyLimit);
  return Math.round(Math.min(DAY_MS, Math.max(SHORTEST_STOCK_MS, affordedMs)));
}
