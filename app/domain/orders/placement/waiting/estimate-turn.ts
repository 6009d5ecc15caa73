type EstimateTurnInput = {
  /** 1 for the head of the queue. */
  readonly place: number;
  /** Orders the account has placed since midnight UTC: what its tier seems to allow a day (R21). */
  readonly placedToday: number;
  readonly now: Date;
};

const DAY_MS = 24 * 60 * 60_000;
/** The lowest tier of the API document. */
const LEAST_A_DAY = 20;

export function nextMidnightUtc(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1));
}

/** When an order in the queue may go out: the document does not say when the day's cap is reset, so it is about. */
export function estimateTurn({ place, placedToday, now }: EstimateTurnInput): Date {
  const aDay = Math.max(LEAST_A_DAY, placedToday);
  const daysAfter = Math.floor((place - 1) / aDay);
  return new Date(nextMidnightUtc(now).getTime() + daysAfter * DAY_MS);
}
