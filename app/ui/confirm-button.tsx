import { BlockStack, Button, InlineStack, Popover, Text } from "@shopify/polaris";
import { useState } from "react";
import { ActionButton } from "./action-button.tsx";

type ConfirmButtonProps = {
  readonly label: string;
  readonly intent: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly action?: string;
  /** The question, what it changes, and the words of the button that does it. */
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
};

/** A button that asks once, in place, before something that is hard to undo. */
export function ConfirmButton({ label, title, text, confirm, ...press }: ConfirmButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const activator = (
    <Button disclosure onClick={() => setOpen(!isOpen)}>
      {label}
    </Button>
  );
  return (
    <Popover active={isOpen} activator={activator} onClose={close} sectioned>
      <BlockStack gap="300">
        <Text as="h3" variant="headingSm">
          {title}
        </Text>
        <Text as="p">{text}</Text>
        <InlineStack gap="200">
          <ActionButton {...press} label={confirm} variant="primary" tone="critical" />
          <Button onClick={close}>Keep it</Button>
        </InlineStack>
      </BlockStack>
    </Popover>
  );
}
