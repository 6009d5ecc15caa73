import { modes } from "#app/supplier/mode.ts";

/** The mode of the connection a sweep looks at; empty where it looks at the shop itself. */
export const scheduleModes = ["", ...modes] as const;
export type ScheduleMode = (typeof scheduleModes)[number];

export function isScheduleMode(mode: string): mode is ScheduleMode {
  return scheduleModes.some((each) => each === mode);
}
