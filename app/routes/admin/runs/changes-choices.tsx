import { BlockStack, Button, InlineStack, Text } from "@shopify/polaris";
import { countOf } from "#app/domain/messages/count-of.ts";
import { ActionButton } from "#app/ui/action-button.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { Moment } from "#app/ui/moment.tsx";
import type { ShownRun } from "./changes-words.ts";

/** What can be done about a change of many listings now. */
export function ChangesChoices({ run }: { run: ShownRun }) {
  switch (run.state) {
    case "planned":
      return (
        <InlineStack gap="200">
          <ActionButton label={changeWords(run)} intent="apply" variant="primary" />
          {run.rule === null ? null : <ActionButton label="Only for new products" intent="keep" />}
          <Button url="/settings/prices">Back to the rule</Button>
        </InlineStack>
      );
    case "asking":
      return <StockChoices toDraft={run.toDraft} />;
    case "running":
      return (
        <InlineStack>
          <ActionButton label="Stop" intent="stop" />
        </InlineStack>
      );
    case "done":
    case "stopped":
      return run.undoUntil === null || run.done === 0 ? null : <UndoWay run={run} until={run.undoUntil} />;
  }
}

/** Their quantities are 0 already: only drafts are left to decide on. */
function StockChoices({ toDraft }: { toDraft: number }) {
  if (toDraft === 0)
    return (
      <InlineStack>
        <ActionButton label="I have seen it" intent="leave" variant="primary" />
      </InlineStack>
    );
  return (
    <InlineStack gap="200">
      <ActionButton label={`Make ${countOf(toDraft, "draft", "drafts")}`} intent="apply" variant="primary" />
      <ActionButton label="Leave them up" intent="leave" />
    </InlineStack>
  );
}

function changeWords({ prices }: ShownRun): string {
  return `Change ${countOf(prices, "price", "prices")}`;
}

function UndoWay({ run, until }: { run: ShownRun; until: string }) {
  return (
    <BlockStack gap="100">
      <InlineStack>
        <ConfirmButton
          label="Put the old prices back"
          intent="undo"
          title={`Put ${countOf(run.done, "price", "prices")} back?`}
          text="Prices that changed again since stay, and are named. The rule from before counts again."
          confirm="Put them back"
          dismiss="Keep the new prices"
        />
      </InlineStack>
      <Text as="p" tone="subdued" variant="bodySm">
        Possible until <Moment at={until} />.
      </Text>
    </BlockStack>
  );
}
