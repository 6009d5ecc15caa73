/** A state as the app calls it. */
export type StatusWords = {
  readonly label: string;
  readonly tone: "attention" | "critical" | "info" | "success" | "warning" | "plain";
};

const TONES = {
  attention: "warning",
  critical: "critical",
  info: "info",
  success: "success",
  warning: "caution",
  plain: "neutral",
} as const;

export function badgeTone({ tone }: StatusWords): (typeof TONES)[StatusWords["tone"]] {
  return TONES[tone];
}
