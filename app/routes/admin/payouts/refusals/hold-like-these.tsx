import type { SerializeFrom } from "@remix-run/node";
import { BlockStack, Link, Text } from "@shopify/polaris";
import type { RowRule, RuledSubject } from "#app/domain/payouts/refusals/row-rules.server.ts";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";

type HoldLikeTheseProps = {
  readonly subject: RuledSubject;
  readonly rowKey: string;
  readonly rule: SerializeFrom<RowRule>;
};

/** Makes a rule of a row, or says that there is one. */
export function HoldLikeThese({ subject, rowKey, rule }: HoldLikeTheseProps) {
  if (rule.state !== "none")
    return (
      <Text as="span" tone="subdued">
        {rule.state === "on" ? "Held by your rule." : "Your rule for these is switched off."}{" "}
        <Link url="/settings/holds">See rules</Link>
      </Text>
    );
  const [name = ""] = rule.names;
  const what = subject === "city" ? `to ${name}` : `with ${name}`;
  return (
    <ConfirmButton
      label="Hold orders like these"
      size="slim"
      intent="hold_like_these"
      fields={{ subject, key: rowKey }}
      title={`Hold orders ${what}?`}
      text={`New orders ${what} that would go by themselves wait for you. You place each, or change the rule under Settings.`}
      confirm="Hold them"
      tone="success"
      dismiss="Not now"
    >
      {rule.names.length > 1 ? (
        <BlockStack>
          <Text as="p">One rule for each of your products with it:</Text>
          {rule.names.map((each) => (
            <Text as="p" key={each}>
              {each}
            </Text>
          ))}
        </BlockStack>
      ) : null}
    </ConfirmButton>
  );
}
