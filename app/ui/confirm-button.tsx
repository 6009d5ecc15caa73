import { BlockStack, Button, type ButtonProps, InlineStack, Popover, Text } from "@shopify/polaris";
import { type ReactNode, useState } from "react";
import { ActionButton } from "./action-button.tsx";

type ConfirmButtonProps = {
  readonly label: string;
  readonly intent: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly action?: string;
  readonly size?: ButtonProps["size"];
  /** The question, what it changes, and the words of the button that does it. */
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  /** What leaves things as they are. */
  readonly dismiss?: string;
  readonly tone?: "critical" | "success";
  readonly variant?: "primary";
  /** What is worth knowing before it is done. */
  readonly children?: ReactNode;
  readonly onOpen?: () => void;
};

/** A button that asks once, in place, before something that is hard to undo. */
export function ConfirmButton({ label, title, text, confirm, ...more }: ConfirmButtonProps) {
  const { dismiss = "Keep it", tone = "critical", variant, size, children, onOpen, ...press } = more;
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const toggle = () => {
    if (!isOpen) onOpen?.();
    setOpen(!isOpen);
  };
  const activator = (
    <Button disclosure variant={variant} size={size} onClick={toggle}>
      {label}
    </Button>
  );
  return (
    <Popover active={isOpen} activator={activator} onClose={close} sectioned>
      <section aria-label={title}>
        <BlockStack gap="300">
          <Text as="p" variant="headingSm">
            {title}
          </Text>
          <Text as="p">{text}</Text>
          {children}
          <InlineStack gap="200">
            <ActionButton {...press} label={confirm} variant="primary" tone={tone} />
            <Button onClick={close}>{dismiss}</Button>
          </InlineStack>
        </BlockStack>
      </section>
    </Popover>
  );
}
