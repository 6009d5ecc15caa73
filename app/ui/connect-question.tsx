import { Button } from "@shopify/polaris";
import type { ReactElement } from "react";
import { Question } from "./question.tsx";

type ConnectQuestionProps = {
  /** The form's own button, which opens the question. */
  readonly activator: ReactElement;
  readonly text: string;
  readonly isOpen: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
};

/** Asks at the form's button before another key is connected to a shop that has one (R28). */
export function ConnectQuestion({ onConfirm, ...question }: ConnectQuestionProps) {
  const confirm = (
    <Button variant="primary" tone="critical" onClick={onConfirm}>
      Connect it
    </Button>
  );
  return (
    <Question {...question} title="Connect this key to the store?" confirm={confirm} dismiss="Not now" />
  );
}
