import { calendarDay } from "#app/platform/time/calendar-day.ts";

type DigestFacts = {
  readonly now: Date;
  readonly timezone: string;
  readonly digestHour: number;
  /** The shop's day whose digest was made last. */
  readonly digestDay: string | null;
};

/**
 * The day whose digest is due: once a day of the shop, from its hour on. An hour that clocks skip counts as past, one that
 * comes twice makes no second digest, and a day that was missed until its end has none.
 */
export function dueDigestDay({ now, timezone, digestHour, digestDay }: DigestFacts): string | null {
  const today = calendarDay(now, timezone);
  if (digestDay !== null && digestDay >= today) return null;
  return hourOfDay(now, timezone) >= digestHour ? today : null;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** The hour of a moment in a time zone, 0 to 23. */
export function hourOfDay(at: Date, timeZone: string): number {
  const known = formats.get(timeZone);
  const format = known ?? new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", hourCycle: "h23" });
  if (!known) formats.set(timeZone, format);
  return Number(format.format(at));
}
