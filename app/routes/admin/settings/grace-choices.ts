/** How long customers can change their mind: not at all, so many minutes, or until a time of day. */
export const graceChoices = ["none", "15", "30", "60", "120", "240", "480", "720", "1440", "until"] as const;
export type GraceChoice = (typeof graceChoices)[number];
