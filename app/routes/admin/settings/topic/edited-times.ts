import type { PlacingTimes, Weekday } from "#app/domain/orders/rules/placing-times.ts";
import { type GraceChoice, graceChoices } from "#app/routes/admin/settings/grace-choices.ts";

/** The times as their fields hold them; times of day as "18:30". */
export type EditedTimes = {
  readonly grace: GraceChoice;
  readonly graceUntil: string;
  readonly hours: "any" | "set";
  readonly days: readonly Weekday[];
  readonly from: string;
  readonly to: string;
};

/** What the fields of the times are given. */
export type TimesFieldsProps = {
  readonly value: EditedTimes;
  readonly change: (changes: Partial<EditedTimes>) => void;
  readonly errors: Readonly<Record<string, string>>;
};

/** Proposed to whoever sets hours for the first time: Monday to Saturday, nine to six. */
const PROPOSED_HOURS = { days: [1, 2, 3, 4, 5, 6], from: "09:00", to: "18:00" } as const;
const PROPOSED_UNTIL = "18:00";

export function toEditedTimes({ grace, hours }: PlacingTimes): EditedTimes {
  return {
    grace: toGraceChoice(grace),
    graceUntil: grace.kind === "until" ? toClock(grace.minuteOfDay) : PROPOSED_UNTIL,
    hours: hours ? "set" : "any",
    ...(hours
      ? { days: hours.days, from: toClock(hours.fromMinute), to: toClock(hours.toMinute) }
      : PROPOSED_HOURS),
  };
}

function toGraceChoice(grace: PlacingTimes["grace"]): GraceChoice {
  if (grace.kind !== "minutes") return grace.kind;
  return graceChoices.find((choice) => choice === String(grace.minutes)) ?? "none";
}

function toClock(minuteOfDay: number): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${two(Math.floor(minuteOfDay / 60))}:${two(minuteOfDay % 60)}`;
}

/** What cannot be saved, by field. */
export function errorsOfTimes({ grace, graceUntil, hours, days, from, to }: EditedTimes) {
  const isSet = hours === "set";
  return {
    ...(grace === "until" && graceUntil === "" && { graceUntil: "Choose a time." }),
    ...(isSet && days.length === 0 && { days: "Choose at least one day." }),
    ...(isSet && from === "" && { from: "Choose a time." }),
    ...(isSet && to === "" && { to: "Choose a time." }),
  };
}

/** The halves that were edited, each whole: what somebody else saved of the other meanwhile stays. */
export function toTimesFields(value: EditedTimes, edits: Partial<EditedTimes>): Record<string, string> {
  const isGrace = "grace" in edits || "graceUntil" in edits;
  const isHours = (["hours", "days", "from", "to"] as const).some((field) => field in edits);
  const { grace, graceUntil, hours, days, from, to } = value;
  return {
    intent: "save_times",
    ...(isGrace && { grace, ...(grace === "until" && { graceUntil }) }),
    ...(isHours && { hours, ...(hours === "set" && { days: days.join(","), from, to }) }),
  };
}
