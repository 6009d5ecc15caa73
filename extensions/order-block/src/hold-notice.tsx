import { useState } from "preact/hooks";
import { type PressOutcome, sendPress } from "../../shared/ask-app.ts";
import type { Translate } from "../../shared/translate.ts";
import type { Hold, HoldButton } from "./order-block.ts";

/** Called with null when a press begins, and with what came of it. */
export type OnPressed = (outcome: PressOutcome | null) => void;

type HoldNoticeProps = {
  readonly hold: Hold;
  readonly orderId: string;
  readonly path: string;
  readonly translate: Translate;
  readonly onPressed: OnPressed;
};

/** Why the order waits, and its ways out: commands of one press here, the others on the app's page of it. */
export function HoldNotice({ hold, orderId, path, translate, onPressed }: HoldNoticeProps) {
  const [pressed, setPressed] = useState<HoldButton | null>(null);
  const press = async (button: HoldButton) => {
    setPressed(button);
    onPressed(null);
    const outcome = await sendPress(path, button.fields);
    setPressed(null);
    onPressed(outcome);
  };
  return (
    <s-banner tone={hold.asksPerson ? "warning" : "info"}>
      <s-stack gap="small">
        <s-text>{hold.sentence}</s-text>
        <s-stack direction="inline" gap="small">
          {hold.buttons.map((button) => (
            <s-button
              key={button.label}
              variant={button.isPrimary ? "primary" : "secondary"}
              disabled={button.isDisabled || (pressed !== null && pressed.label !== button.label)}
              loading={pressed?.label === button.label}
              onClick={() => void press(button)}
            >
              {button.label}
            </s-button>
          ))}
          {hold.hasMore ? (
            <s-button href={`app:orders/${orderId}`} variant="tertiary">
              {translate("decide")}
            </s-button>
          ) : null}
        </s-stack>
      </s-stack>
    </s-banner>
  );
}
