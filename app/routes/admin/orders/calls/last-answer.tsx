import { Button, Card, InlineStack, Text } from "@shopify/polaris";
import type { ContactResult } from "#app/domain/orders/customer/contact/plan-contact.ts";
import type { CallAnswer, LastCallAnswer } from "./use-call-answers.ts";

const WORDS: Readonly<Record<ContactResult, string>> = {
  confirmed: "the customer confirmed. It is being placed.",
  no_answer: "no answer. It comes up again later.",
  cancel: "the customer cancels. It will not be sent.",
};

type LastAnswerProps = {
  readonly last: LastCallAnswer | null;
  readonly isBusy: boolean;
  readonly onUndo: (call: CallAnswer) => void;
};

/** What was noted last, with the way back for a slip of the thumb: at the lower edge, so that no row moves under it. */
export function LastAnswer({ last, isBusy, onUndo }: LastAnswerProps) {
  return (
    <div aria-live="polite" className="k-last-answer">
      {last ? (
        <Card>
          <InlineStack gap="300" align="space-between" blockAlign="center">
            <Text as="p" tone={last.answer.ok ? undefined : "critical"}>
              <bdi>{last.name}</bdi>: {wordsOf(last)}
            </Text>
            {last.answer.ok && !last.isUndo ? (
              <Button
                disabled={isBusy}
                accessibilityLabel={`Undo, ${last.name}`}
                onClick={() => onUndo(last)}
              >
                Undo
              </Button>
            ) : null}
          </InlineStack>
        </Card>
      ) : null}
    </div>
  );
}

function wordsOf({ answer, result, isUndo }: LastCallAnswer): string {
  if (!answer.ok) return answer.reason;
  return isUndo ? "taken back." : WORDS[result];
}
