/** What a key of the service works on. The two share no ids, and in test mode no money moves (R23). */
export const modes = ["live", "test"] as const;
export type Mode = (typeof modes)[number];

export function isMode(value: unknown): value is Mode {
  return modes.some((mode) => mode === value);
}
