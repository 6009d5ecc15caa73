import { BlockStack, InlineError, Text } from "@shopify/polaris";
import { useId } from "react";
import type { ActionAnswer } from "./action-answer.ts";

/** Why something was refused, beside what caused it, with what to do next. */
export function Refusal({ answer }: { answer: Extract<ActionAnswer, { ok: false }> }) {
  const id = useId();
  return (
    <div role="alert">
      <BlockStack gap="100">
        <InlineError fieldID={id} message={answer.reason} />
        {answer.detail ? <Text as="p">{answer.detail}</Text> : null}
      </BlockStack>
    </div>
  );
}
