import { z } from "zod";
import { type Weekday, weekdays } from "#app/domain/orders/rules/placing-times.ts";
import { graceChoices } from "./grace-choices.ts";

/** "18:30" as minutes since midnight. */
const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
  .transform((text) => {
    const [hours = 0, minutes = 0] = text.split(":").map(Number);
    return hours * 60 + minutes;
  });

const days = z
  .string()
  .max(20)
  .transform((text): readonly Weekday[] => weekdays.filter((day) => text.split(",").includes(String(day))));

/** A page sends the half it edits, whole; the other stays as it is. */
export const timesForm = z.object({
  intent: z.literal("save_times"),
  grace: z.enum(graceChoices).optional(),
  graceUntil: timeOfDay.optional(),
  hours: z.enum(["any", "set"]).optional(),
  days: days.optional(),
  from: timeOfDay.optional(),
  to: timeOfDay.optional(),
});

export type TimesForm = z.output<typeof timesForm>;
