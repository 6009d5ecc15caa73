import { useFetcher } from "@remix-run/react";
import { useAppBridge } from "@shopify/app-bridge-react";
import { BlockStack, Button, type ButtonProps, InlineStack } from "@shopify/polaris";
import { useEffect } from "react";
import type { ActionAnswer } from "./action-answer.ts";
import { Refusal } from "./refusal.tsx";

type ActionButtonProps = Pick<ButtonProps, "variant" | "tone" | "size" | "disabled" | "fullWidth"> & {
  readonly label: string;
  readonly intent: string;
  readonly fields?: Readonly<Record<string, string>>;
  /** The route that answers; the page's own by default. */
  readonly action?: string;
  readonly accessibilityLabel?: string;
};

/** One press, one action: busy while it runs, a toast when it worked, the reason right below when it did not. */
export function ActionButton({ label, intent, fields = {}, action, ...button }: ActionButtonProps) {
  const fetcher = useFetcher<ActionAnswer>();
  const answer = fetcher.state === "idle" ? fetcher.data : undefined;
  useDoneToast(fetcher.data);
  const press = (more: Readonly<Record<string, string>> = {}) =>
    fetcher.submit({ ...fields, ...more, intent }, { method: "post", action });
  return (
    <BlockStack gap="100" inlineAlign="start">
      <Button {...button} onClick={() => press()} loading={fetcher.state !== "idle"}>
        {label}
      </Button>
      {answer && !answer.ok ? <Refusal answer={answer} /> : null}
      {answer && !answer.ok && answer.choices ? (
        <InlineStack gap="200">
          {answer.choices.map(({ value, label: choice }) => (
            <Button key={value} onClick={() => press({ choice: value })}>
              {choice}
            </Button>
          ))}
        </InlineStack>
      ) : null}
    </BlockStack>
  );
}

/**
 * Toasts are for what is done, by whomever; a refusal stays on the page until it is dealt with. Give it the fetcher's data as soon
 * as it is there: success often takes the pressed button off the page before the fetcher is idle.
 */
export function useDoneToast(answer: ActionAnswer | undefined): void {
  const bridge = useAppBridge();
  useEffect(() => {
    if (answer?.ok) bridge.toast.show(answer.done);
    else if (answer?.gone) bridge.toast.show(answer.reason);
  }, [answer, bridge]);
}
