const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const DAY_MS = 24 * 60 * 60_000;

/** The first moment of a day ("2026-11-21") in a time zone, `daysLater` days on; null where the text is no day. */
export function startOfDay(day: string, timeZone: string, daysLater = 0): Date | null {
  const [, year, month, date] = DAY.exec(day) ?? [];
  if (date === undefined) return null;
  const utc = Date.UTC(Number(year), Number(month) - 1, Number(date)) + daysLater * DAY_MS;
  return new Date(toInstant(utc, timeZone));
}

const MINUTE_MS = 60_000;

/**
 * The moment a clock in a time zone shows a minute of a day ("2026-11-21", minutes since midnight), `daysLater` days on.
 * A minute that clocks skip is the same time after the change.
 */
export function momentOfDay(day: string, minute: number, timeZone: string, daysLater: number): Date {
  const utc = Date.parse(`${day}T00:00:00Z`) + daysLater * DAY_MS + minute * MINUTE_MS;
  return new Date(toInstant(utc, timeZone));
}

/** What a clock of the zone shows, given as if it were UTC, as an instant. */
function toInstant(utc: number, timeZone: string): number {
  const guess = utc - offsetMs(utc, timeZone);
  const offset = offsetMs(guess, timeZone);
  const at = utc - offset;
  // Where the clocks change between the two, the offset of the moment itself counts; of a skipped time both miss.
  return offsetMs(at, timeZone) === offset ? at : Math.max(at, guess);
}

function offsetMs(at: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    ...{ year: "numeric", month: "numeric", day: "numeric" },
    ...{ hour: "numeric", minute: "numeric", second: "numeric" },
  });
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
}
