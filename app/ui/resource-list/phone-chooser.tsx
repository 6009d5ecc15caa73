import { Button, InlineStack, Text } from "@shopify/polaris";
import type { ReactNode } from "react";

type PhoneChooserProps = {
  /** "Choose orders" */
  readonly label: string;
  readonly chosen: number;
  readonly isChoosing: boolean;
  readonly onBegin: () => void;
  readonly onStop: () => void;
  readonly actions: readonly { readonly label: string; readonly onAction: () => void }[];
  readonly children: ReactNode;
};

/** Cards of a phone with the way into choosing several, and what can be done to those in reach of a thumb. */
export function PhoneChooser({
  label,
  chosen,
  isChoosing,
  actions,
  children,
  ...channels
}: PhoneChooserProps) {
  return (
    <>
      <div className="k-choosing">
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <Text as="span" tone="subdued" variant="bodySm">
            {isChoosing ? `${chosen} chosen` : ""}
          </Text>
          <Button variant="plain" onClick={isChoosing ? channels.onStop : channels.onBegin}>
            {isChoosing ? "Done" : label}
          </Button>
        </InlineStack>
      </div>
      {children}
      {isChoosing && chosen > 0 && actions.length === 0 ? (
        <div className="k-choice-bar">
          <Text as="p" tone="subdued">
            There is nothing to do for these together.
          </Text>
        </div>
      ) : null}
      {isChoosing && actions.length > 0 ? (
        <div className="k-choice-bar">
          {actions.map((action) => (
            <Button key={action.label} size="slim" onClick={action.onAction}>
              {action.label}
            </Button>
          ))}
        </div>
      ) : null}
    </>
  );
}
