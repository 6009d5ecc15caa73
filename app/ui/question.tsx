import { BlockStack, Button, InlineStack, Popover, Text } from "@shopify/polaris";
import type { ReactElement, ReactNode } from "react";

type QuestionProps = {
  /** The button it is asked at. */
  readonly activator: ReactElement;
  readonly title: string;
  readonly text: string;
  /** What is worth knowing before it is done. */
  readonly children?: ReactNode;
  /** The button that does it. */
  readonly confirm: ReactElement;
  /** What leaves things as they are. */
  readonly dismiss: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
};

/** Asks once, in place, before something that is hard to undo. */
export function Question({ activator, title, text, children, confirm, dismiss, ...more }: QuestionProps) {
  return (
    <Popover active={more.isOpen} activator={activator} onClose={more.onClose} sectioned>
      <section aria-label={title}>
        <BlockStack gap="300">
          <Text as="p" variant="headingSm">
            {title}
          </Text>
          <Text as="p">{text}</Text>
          {children}
          <InlineStack gap="200">
            {confirm}
            <Button onClick={more.onClose}>{dismiss}</Button>
          </InlineStack>
        </BlockStack>
      </section>
    </Popover>
  );
}
