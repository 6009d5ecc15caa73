import { Button, type ButtonProps } from "@shopify/polaris";
import { type ReactNode, useState } from "react";
import { ActionButton } from "./action-button.tsx";
import { Question } from "./question.tsx";

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

/** A button that opens the question before something that is hard to undo. */
export function ConfirmButton({ label, title, text, confirm, ...more }: ConfirmButtonProps) {
  const { dismiss = "Keep it", tone = "critical", variant, size, children, onOpen, ...press } = more;
  const [isOpen, setOpen] = useState(false);
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
    <Question
      {...{ activator, title, text, dismiss, isOpen }}
      confirm={<ActionButton {...press} label={confirm} variant="primary" tone={tone} />}
      onClose={() => setOpen(false)}
    >
      {children}
    </Question>
  );
}
