import type { SerializeFrom } from "@remix-run/node";
import { BlockStack, Button, InlineStack, Text } from "@shopify/polaris";
import { useCallback, useState } from "react";
import type { RuleOnPage } from "#app/domain/orders/rules/get-rules-page.server.ts";
import type { OrderRuleEffect } from "#app/domain/orders/rules/order-rule-kinds.ts";
import { ActionButton } from "#app/ui/action-button.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { Day } from "#app/ui/day.tsx";
import { useShopFacts, useWho } from "#app/ui/shop-facts.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { countWords, limitOf, RULE_LABELS, ruleEffect, ruleTitle } from "./hold-rule-words.ts";
import { RULES_PATH, RuleEditor } from "./rule-editor.tsx";

type RuleRowProps = {
  readonly rule: SerializeFrom<RuleOnPage>;
  readonly effect: OrderRuleEffect;
  readonly mostCounted: number;
};

/** One rule: what it will do next, how many orders it would have touched, and what can be done with it. */
export function RuleRow({ rule, effect, mostCounted }: RuleRowProps) {
  const [isEdited, setEdited] = useState(false);
  const close = useCallback(() => setEdited(false), []);
  return (
    <div className="k-topic">
      <BlockStack gap="300">
        <RuleText rule={rule} effect={effect} mostCounted={mostCounted} />
        {isEdited ? (
          <RuleEditor
            saved={{ kind: rule.condition.kind, limit: limitOf(rule.condition) }}
            fields={{ intent: "change", id: rule.id }}
            label={RULE_LABELS[effect]}
            submit="Save"
            onClose={close}
          />
        ) : (
          <RuleButtons rule={rule} onEdit={() => setEdited(true)} />
        )}
      </BlockStack>
    </div>
  );
}

function RuleText({ rule, effect, mostCounted }: RuleRowProps) {
  const { timezone } = useShopFacts();
  const who = useWho();
  const { condition, enabled, count, isProductGone } = rule;
  return (
    <BlockStack gap="100">
      <InlineStack gap="200" blockAlign="center">
        <Text as="h2" fontWeight="semibold" breakWord>
          <bdi>{ruleTitle(condition)}</bdi>
        </Text>
        <StatusBadge label={enabled ? "On" : "Off"} tone={enabled ? "success" : "plain"} />
      </InlineStack>
      {isProductGone ? (
        <Text as="p" tone="critical">
          This product is not linked to the supplier any more, so the rule holds nothing. Change or remove it.
        </Text>
      ) : (
        <Text as="p">{ruleEffect(condition, { enabled, effect })}</Text>
      )}
      <Text as="p" tone="subdued">
        {countWords(count, { effect, timezone, mostCounted })} Set by {who(rule.by)} on <Day at={rule.at} />.
      </Text>
    </BlockStack>
  );
}

type RuleButtonsProps = { readonly rule: RuleRowProps["rule"]; readonly onEdit: () => void };

function RuleButtons({ rule: { id, enabled, condition }, onEdit }: RuleButtonsProps) {
  const title = ruleTitle(condition);
  const turn = enabled ? "Switch off" : "Switch on";
  return (
    <InlineStack gap="200">
      <ActionButton
        label={turn}
        intent="switch"
        action={RULES_PATH}
        fields={{ id, enabled: String(!enabled) }}
        size="slim"
        accessibilityLabel={`${turn}: ${title}`}
      />
      <Button size="slim" onClick={onEdit} accessibilityLabel={`Change: ${title}`}>
        Change
      </Button>
      <ConfirmButton
        label="Remove"
        intent="remove"
        action={RULES_PATH}
        fields={{ id }}
        size="slim"
        title="Remove this rule?"
        text="The orders it holds go by themselves then, unless something else holds them."
        confirm="Remove the rule"
      />
    </InlineStack>
  );
}
