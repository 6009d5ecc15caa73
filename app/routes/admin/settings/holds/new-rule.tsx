import { Text } from "@shopify/polaris";
import type { OrderRuleEffect } from "#app/domain/orders/rules/order-rule-kinds.ts";
import { RULE_LABELS } from "./hold-rule-words.ts";
import { RuleEditor } from "./rule-editor.tsx";

/** One rule more, unless there are as many as there can be. */
export function NewRule({ effect, isFull }: { readonly effect: OrderRuleEffect; readonly isFull: boolean }) {
  if (isFull)
    return (
      <Text as="p" tone="subdued">
        There are as many rules as there can be. Remove one to add another.
      </Text>
    );
  return (
    <RuleEditor
      saved={{ kind: "value", limit: "" }}
      fields={{ intent: "add", effect }}
      label={RULE_LABELS[effect]}
      submit="Add this rule"
    />
  );
}
