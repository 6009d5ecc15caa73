import type { PlacingTimes } from "#app/domain/orders/rules/placing-times.ts";
import { savePlacingTimes } from "#app/domain/orders/rules/save-placing-times.server.ts";
import type { Visit } from "#app/routes/admin/require-shop.server.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import type { TimesForm } from "./times-form.ts";

/** Saves the halves of the form that were sent. */
export async function saveTimes(
  { ctx, by }: Pick<Visit, "ctx" | "by">,
  form: TimesForm,
): Promise<ActionAnswer> {
  const errors = errorsOf(form);
  if (Object.keys(errors).length > 0)
    return { ok: false, reason: "Nothing is saved. Correct what is marked.", errors };
  const [grace, hours] = [toGrace(form), toHours(form)];
  const times = { ...(grace && { grace }), ...(hours !== undefined && { hours }) };
  await savePlacingTimes(ctx, { times, by });
  return { ok: true, done: "Saved" };
}

function errorsOf({ grace, graceUntil, hours, days = [], from, to }: TimesForm): Record<string, string> {
  return {
    ...(grace === "until" && graceUntil === undefined && { graceUntil: "Choose a time." }),
    ...(hours === "set" && days.length === 0 && { days: "Choose at least one day." }),
    ...(hours === "set" && from === undefined && { from: "Choose a time." }),
    ...(hours === "set" && to === undefined && { to: "Choose a time." }),
  };
}

function toGrace({ grace, graceUntil = 0 }: TimesForm): PlacingTimes["grace"] | undefined {
  if (grace === undefined || grace === "none") return grace && { kind: "none" };
  return grace === "until"
    ? { kind: "until", minuteOfDay: graceUntil }
    : { kind: "minutes", minutes: Number(grace) };
}

function toHours({ hours, days = [], from = 0, to = 0 }: TimesForm): PlacingTimes["hours"] | undefined {
  if (hours === undefined) return undefined;
  return hours === "any" ? null : { days, fromMinute: from, toMinute: to };
}
