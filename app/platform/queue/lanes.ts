/** Kinds of waiting apart from each other: no import delays an order, and no import the recovery of what was lost. */
export const lanes = ["orders", "stock", "bulk", "sweeps"] as const;

export type Lane = (typeof lanes)[number];

/** A lane's name as stored; an unknown one waits in the slowest lane. */
export function toLane(text: string): Lane {
  return lanes.find((lane) => lane === text) ?? "bulk";
}
