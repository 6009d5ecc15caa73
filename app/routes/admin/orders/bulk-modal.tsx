import { BlockStack, Modal, Spinner, Text } from "@shopify/polaris";
import { useState } from "react";
import type { BulkAction } from "#app/domain/orders/commands/registry.ts";
import type { AskedAction } from "#app/ui/resource-list/resource-list.tsx";
import { countUnable, UnableReasons } from "#app/ui/resource-list/unable-reasons.tsx";
import { useBulkPress } from "#app/ui/resource-list/use-bulk-press.tsx";
import { useBulkPreview } from "#app/ui/resource-list/use-bulk-preview.ts";
import type { loader } from "./bulk-preview.ts";
import { bulkQuestion, type CountedAction, countedOrders } from "./bulk-words.ts";
import { CityChoices, toCityAnswers } from "./city-choices.tsx";
import type { ShownOrder } from "./shown-order.ts";

type BulkModalProps = AskedAction<ShownOrder, BulkAction> & {
  readonly cities: readonly string[];
};

/** Asks once before many orders are changed; a refusal stays in sight beside the button. */
export function BulkModal({ action, selection, ...others }: BulkModalProps) {
  return action === "choose_city" ? (
    <CityModal selection={selection} {...others} />
  ) : (
    <CountedModal action={action} selection={selection} onClose={others.onClose} />
  );
}

function CityModal({ selection, cities, onClose }: Omit<BulkModalProps, "action">) {
  const [answers, setAnswers] = useState<Readonly<Record<string, string>>>({});
  const { start, isBusy, refusal } = useBulkPress({ list: "/orders", action: "choose_city", selection });
  return (
    <Modal
      open
      onClose={onClose}
      title="Choose a city"
      primaryAction={{
        content: "Use these cities",
        loading: isBusy,
        onAction: () => start(selection.ids, { cities: JSON.stringify(toCityAnswers(answers)) }),
      }}
      secondaryActions={[{ content: "Not now", onAction: onClose }]}
    >
      <Modal.Section>
        <BlockStack gap="300">
          <Text as="p">
            Every order that waits with the same spelling goes on, also those you did not choose. The answer
            is remembered.
          </Text>
          <CityChoices rows={selection.rows} cities={cities} answers={answers} onChange={setAnswers} />
          {refusal}
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}

type CountedModalProps = AskedAction<ShownOrder, CountedAction>;

/** Names how many of the chosen it fits before it is pressed, and why the others are left out. */
function CountedModal({ action, selection, onClose }: CountedModalProps) {
  const preview = useBulkPreview<typeof loader>({ list: "/orders", action, selection });
  const { start, isBusy, refusal } = useBulkPress({ list: "/orders", action, selection });
  if (!preview)
    return (
      <Modal open onClose={onClose} title="One moment">
        <Modal.Section>
          <Spinner size="small" accessibilityLabel="Looking at the orders" />
        </Modal.Section>
      </Modal>
    );
  const { able, unable, prepaid, payPkr, ruled } = preview;
  const words = bulkQuestion(action, { able: able.length, prepaid, payPkr, ruled });
  const left = countUnable(unable);
  const isNone = able.length === 0;
  return (
    <Modal
      open
      onClose={onClose}
      title={isNone ? "Nothing can be done here" : words.title}
      primaryAction={
        isNone
          ? { content: "Close", onAction: onClose }
          : {
              content: words.confirm,
              destructive: words.isDestructive,
              loading: isBusy,
              onAction: () => start(able, {}),
            }
      }
      secondaryActions={isNone ? [] : [{ content: "Not now", onAction: onClose }]}
    >
      <Modal.Section>
        <BlockStack gap="300">
          {isNone ? null : <Text as="p">{words.text}</Text>}
          {left === 0 ? null : (
            <Text as="p" fontWeight="medium">
              {countedOrders(action, { able: able.length, unable: left })}
            </Text>
          )}
          <UnableReasons unable={unable} />
          {refusal}
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}
