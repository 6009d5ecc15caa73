import type { OneClickResolution } from "#app/domain/orders/commands/registry.ts";
import { findResolutionButton } from "#app/domain/orders/commands/resolution-button.ts";
import { ActionButton } from "#app/ui/action-button.tsx";

type OneClickButtonProps = {
  readonly resolution: OneClickResolution;
  /** The nearest way out of its hold. */
  readonly isFirst?: boolean;
  /** The viewer may not have a prepaid order placed. */
  readonly maySpend?: boolean;
};

/** A way out of a hold that is one button. */
export function OneClickButton({ resolution, isFirst = false, maySpend = true }: OneClickButtonProps) {
  const button = findResolutionButton(resolution);
  if (!button) return null;
  const { label, intent, fields, emphasis, mayPlace } = button;
  const isPrimary = emphasis === "always" || (emphasis === "when_first" && isFirst);
  return (
    <ActionButton
      {...{ label, intent, fields }}
      variant={isPrimary ? "primary" : undefined}
      disabled={mayPlace && !maySpend}
    />
  );
}
