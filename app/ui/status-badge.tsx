import { Badge, type BadgeProps } from "@shopify/polaris";
import type { StatusTone, StatusWords } from "./status-words.ts";

const POLARIS_TONES: Readonly<Record<StatusTone, BadgeProps["tone"]>> = {
  attention: "attention",
  critical: "critical",
  info: "info",
  success: "success",
  warning: "warning",
  plain: undefined,
};

export function StatusBadge({ label, tone }: StatusWords) {
  return <Badge tone={POLARIS_TONES[tone]}>{label}</Badge>;
}
