import { BlockStack, Card, InlineStack, Link, Text } from "@shopify/polaris";
import { countOf } from "#app/domain/messages/count-of.ts";
import { Day } from "#app/ui/day.tsx";
import { orderWords } from "#app/ui/status-words.ts";
import { CommandButton } from "./command-button.tsx";
import type { ShownOrder } from "./shown-order.ts";

type ShownHistory = NonNullable<ShownOrder["history"]>;

type HistoryCardProps = { readonly order: ShownOrder; readonly history: ShownHistory };

/** What the other orders of this customer's phone came to, each with a link. */
export function HistoryCard({ order, history }: HistoryCardProps) {
  const { others, orders, blockedAt } = history;
  const isAsked = order.holds.some(({ resolutions }) => resolutions.includes("forget_block"));
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          This customer
        </Text>
        <Text as="p">{historyWords(history)}</Text>
        {blockedAt ? (
          <BlockStack gap="200" inlineAlign="start">
            <Text as="p" tone="caution">
              The supplier did not ship to this phone number on <Day at={blockedAt} />. Other orders of it
              wait for you.
            </Text>
            {isAsked ? null : <CommandButton command="forget_block" />}
          </BlockStack>
        ) : null}
        {others.map((other) => (
          <InlineStack key={other.id} gap="200" wrap={false} align="space-between">
            <Link url={`/orders/${other.id}`}>{other.name || "Order"}</Link>
            <Text as="span" tone={other.refusedAt ? "caution" : "subdued"} alignment="end">
              <Outcome other={other} />
            </Text>
          </InlineStack>
        ))}
        {orders > others.length ? (
          <Text as="p" tone="subdued">
            The newest are shown.
          </Text>
        ) : null}
      </BlockStack>
    </Card>
  );
}

function historyWords({ orders, delivered, refused, others }: ShownHistory): string {
  if (orders === 0)
    return others.length === 0
      ? "No other order of this phone number is known."
      : "The other orders of this phone number were cancelled.";
  const came = [
    ...(refused > 0 ? [`${refused.toLocaleString("en-US")} refused at the door`] : []),
    ...(delivered > 0 ? [`${delivered.toLocaleString("en-US")} delivered`] : []),
  ];
  return `${countOf(orders, "other order", "other orders")}${came.length === 0 ? "" : `: ${came.join(", ")}`}.`;
}

function Outcome({ other }: { readonly other: ShownHistory["others"][number] }) {
  if (other.refusedAt)
    return (
      <>
        Refused on <Day at={other.refusedAt} />
      </>
    );
  return (
    <>
      {orderWords(other.state).label}, <Day at={other.orderedAt} />
    </>
  );
}
