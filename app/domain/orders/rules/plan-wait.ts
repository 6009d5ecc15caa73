import { calendarDay } from "#app/platform/time/calendar-day.ts";
import { momentOfDay } from "#app/platform/time/day-start.ts";
import type { GracePeriod, PlacingTimes, Weekday, WorkingHours } from "./placing-times.ts";

type PlacingWait = {
  readonly code: "grace_period" | "out_of_hours";
  readonly until: Date;
};

type PlanWaitInput = {
  readonly now: Date;
  /** When the customer ordered. */
  readonly orderedAt: Date;
  readonly timezone: string;
  readonly times: PlacingTimes;
};

/** What an order that goes by itself waits for before it may; null where it may go now. */
export function planWait({ now, orderedAt, timezone, times }: PlanWaitInput): PlacingWait | null {
  const graceEnd = endOfGrace(times.grace, orderedAt, timezone);
  if (graceEnd > now) return { code: "grace_period", until: graceEnd };
  const opensAt = times.hours && findOpening(times.hours, now, timezone);
  return opensAt && opensAt > now ? { code: "out_of_hours", until: opensAt } : null;
}

const MINUTE_MS = 60_000;

function endOfGrace(grace: GracePeriod, orderedAt: Date, timezone: string): Date {
  switch (grace.kind) {
    case "none":
      return orderedAt;
    case "minutes":
      return new Date(orderedAt.getTime() + grace.minutes * MINUTE_MS);
    case "until": {
      const today = calendarDay(orderedAt, timezone);
      const ends = [0, 1].map((days) => momentOfDay(today, grace.minuteOfDay, timezone, days));
      return ends.find((end) => end > orderedAt) ?? orderedAt;
    }
  }
}

/** Yesterday's hours may go over midnight; of eight days each weekday comes once more. */
const DAYS = [-1, 0, 1, 2, 3, 4, 5, 6, 7, 8];

/** `now` itself within the hours, else when they begin next; null for hours of no day, which bind nothing. */
function findOpening(hours: WorkingHours, now: Date, timezone: string): Date | null {
  const today = calendarDay(now, timezone);
  const windows = DAYS.filter((days) => hours.days.includes(weekdayOf(today, days))).map((days) => ({
    from: momentOfDay(today, hours.fromMinute, timezone, days),
    to: momentOfDay(today, hours.toMinute, timezone, hours.toMinute > hours.fromMinute ? days : days + 1),
  }));
  if (windows.some(({ from, to }) => from <= now && now < to)) return now;
  return windows.map(({ from }) => from).find((from) => from > now) ?? null;
}

const DAY_MS = 24 * 60 * MINUTE_MS;
const SUNDAY = 7;

function weekdayOf(day: string, daysLater: number): Weekday {
  const at = new Date(Date.parse(`${day}T00:00:00Z`) + daysLater * DAY_MS);
  return (at.getUTCDay() || SUNDAY) as Weekday;
}
