const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

/** "2 d 5 h left", "3 h 12 min left"; past it, what is known: the supplier says what becomes of it. */
export function leftWords(leftMs: number): string {
  if (leftMs <= 0) return "Its time is over: Karwan asks the supplier what became of it.";
  const minutes = Math.floor(leftMs / MINUTE_MS);
  if (minutes === 0) return "Less than a minute left";
  if (minutes < HOUR_MINUTES) return `${minutes} min left`;
  const [days, rest] = [Math.floor(minutes / DAY_MINUTES), minutes % DAY_MINUTES];
  const hours = Math.floor(rest / HOUR_MINUTES);
  return days > 0 ? `${days} d ${hours} h left` : `${hours} h ${rest % HOUR_MINUTES} min left`;
}
