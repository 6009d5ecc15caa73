/** For how many days deliveries are kept, with what they said. */
const RECEIPTS_KEPT_DAYS = 14;
/** So many days more those stay listed, without what they said, that were never read in. */
const UNREAD_LISTED_DAYS = 30;
/** For how many days what is over is kept: work, questions, runs, and facts that are not about money or a person. */
const OVER_KEPT_DAYS = 30;
/** For how many days it is known who saw which customer (D-101). */
const ACCESS_KEPT_DAYS = 365;

/** For how many days it is known which presses were done; a browser asks within minutes. */
const COMMANDS_KEPT_DAYS = 2;

/** For how many days tries on the storefront are counted at most; a limit looks a quarter of an hour back. */
const TRIES_KEPT_DAYS = 1;

const DAY_MS = 24 * 60 * 60_000;

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS);

/** What came before these moments is no longer kept. */
export function keptSince(now: Date) {
  return {
    receipts: daysBefore(now, RECEIPTS_KEPT_DAYS),
    unread: daysBefore(now, RECEIPTS_KEPT_DAYS + UNREAD_LISTED_DAYS),
    over: daysBefore(now, OVER_KEPT_DAYS),
    access: daysBefore(now, ACCESS_KEPT_DAYS),
    presses: daysBefore(now, COMMANDS_KEPT_DAYS),
    tries: daysBefore(now, TRIES_KEPT_DAYS),
  };
}

/** So many rows of a table at once. */
export const ROWS_AT_ONCE = 1000;
