import type { Shop } from "@prisma/client";

/** How long customers can still change their mind before their order goes by itself. */
export type GracePeriod =
  | { readonly kind: "none" }
  | { readonly kind: "minutes"; readonly minutes: number }
  /** Until a time of day in the shop's zone, in minutes since midnight: the first one after the order. */
  | { readonly kind: "until"; readonly minuteOfDay: number };

/** Monday is 1. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;
export type Weekday = (typeof weekdays)[number];

/**
 * When orders go by themselves, in the shop's zone and minutes since midnight. Hours that end before they begin go over
 * midnight and belong to the day they begin on; those that end as they begin are the whole day.
 */
export type WorkingHours = {
  readonly days: readonly Weekday[];
  readonly fromMinute: number;
  readonly toMinute: number;
};

export type PlacingTimes = {
  readonly grace: GracePeriod;
  /** Null: at any time. */
  readonly hours: WorkingHours | null;
};

export type PlacingTimesColumns = Pick<
  Shop,
  "graceMinutes" | "graceUntilMinute" | "workingDays" | "workingFromMinute" | "workingToMinute"
>;

export function toPlacingTimes(shop: PlacingTimesColumns): PlacingTimes {
  return { grace: toGrace(shop), hours: toHours(shop) };
}

function toGrace({ graceMinutes, graceUntilMinute }: PlacingTimesColumns): GracePeriod {
  if (graceMinutes !== null) return { kind: "minutes", minutes: graceMinutes };
  return graceUntilMinute === null ? { kind: "none" } : { kind: "until", minuteOfDay: graceUntilMinute };
}

function toHours({ workingDays, ...row }: PlacingTimesColumns): WorkingHours | null {
  const { workingFromMinute: fromMinute, workingToMinute: toMinute } = row;
  if (fromMinute === null || toMinute === null) return null;
  return { days: weekdays.filter((day) => workingDays.includes(day)), fromMinute, toMinute };
}

export function toTimesColumns({ grace, hours }: PlacingTimes): PlacingTimesColumns {
  return {
    graceMinutes: grace.kind === "minutes" ? grace.minutes : null,
    graceUntilMinute: grace.kind === "until" ? grace.minuteOfDay : null,
    workingDays: hours ? [...hours.days] : [],
    workingFromMinute: hours?.fromMinute ?? null,
    workingToMinute: hours?.toMinute ?? null,
  };
}
