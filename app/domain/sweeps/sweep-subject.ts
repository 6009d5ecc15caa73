import { modes } from "#app/supplier/mode.ts";

/** The mode of the connection a sweep looks at; empty where it looks at the shop itself. */
export const scheduleModes = ["", ...modes] as const;
export type ScheduleMode = (typeof scheduleModes)[number];

/** The subject of a row of work that runs a sweep; the other half is `parseSweepSubject`. */
export function toSweepSubject(kind: string, mode: ScheduleMode): string {
  return mode === "" ? kind : `${kind}/${mode}`;
}

export function parseSweepSubject(subject: string): { readonly kind: string; readonly mode: string } {
  const [kind = "", mode = ""] = subject.split("/");
  return { kind, mode };
}

export function isScheduleMode(mode: string): mode is ScheduleMode {
  return scheduleModes.some((each) => each === mode);
}
