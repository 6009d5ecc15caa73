import { useFetcher } from "@remix-run/react";
import { BlockStack, Button, Text } from "@shopify/polaris";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import { Refusal } from "#app/ui/refusal.tsx";

/** Compares the listing with both sides at a press; what was found stays in sight. */
export function CheckNow() {
  const fetcher = useFetcher<ActionAnswer>();
  const answer = fetcher.state === "idle" ? fetcher.data : undefined;
  return (
    <BlockStack gap="200" inlineAlign="start">
      <Button
        loading={fetcher.state !== "idle"}
        onClick={() => fetcher.submit({ intent: "check_now" }, { method: "post" })}
      >
        Check now
      </Button>
      {answer?.ok ? (
        <div role="status">
          <Text as="p">{answer.done}</Text>
        </div>
      ) : null}
      {answer && !answer.ok ? <Refusal answer={answer} /> : null}
    </BlockStack>
  );
}
