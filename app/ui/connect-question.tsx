import { BlockStack, Button, InlineStack, Popover, Text } from "@shopify/polaris";
import type { ReactElement } from "react";

type ConnectQuestionProps = {
  /** The form's own button, which opens the question. */
  readonly activator: ReactElement;
  readonly text: string;
  readonly isOpen: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
};

const TITLE = "Connect this key to the store?";

/** Asks once, at the form's button, before another key is connected to a shop that has one (R28). */
export function ConnectQuestion({ activator, text, isOpen, onConfirm, onClose }: ConnectQuestionProps) {
  return (
    <Popover active={isOpen} activator={activator} onClose={onClose} sectioned>
      <section aria-label={TITLE}>
        <BlockStack gap="300">
          <Text as="p" variant="headingSm">
            {TITLE}
          </Text>
          <Text as="p">{text}</Text>
          <InlineStack gap="200">
            <Button variant="primary" tone="critical" onClick={onConfirm}>
              Connect it
            </Button>
            <Button onClick={onClose}>Not now</Button>
          </InlineStack>
        </BlockStack>
      </section>
    </Popover>
  );
}
