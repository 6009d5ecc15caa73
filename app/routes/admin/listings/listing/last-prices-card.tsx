import { Card, InlineStack, Text } from "@shopify/polaris";
import { pricesInWords } from "#app/domain/catalog/pricing/fix-words.ts";
import { ActionButton } from "#app/ui/action-button.tsx";
import { Moment } from "#app/ui/moment.tsx";
import { useWho } from "#app/ui/shop-facts.tsx";
import type { ShownPage } from "./shown-page.ts";

/** What a press set, with the way back. */
export function LastPricesCard({ last }: { last: NonNullable<ShownPage["lastPrices"]> }) {
  const who = useWho();
  const { runId, isRunning, by, at, from, to } = last;
  return (
    <Card>
      <InlineStack gap="300" align="space-between" blockAlign="center">
        <Text as="p">
          {isRunning ? "Being set" : "Set"} from {pricesInWords(from)} to {pricesInWords(to)} by {who(by)},{" "}
          <Moment at={at} />
        </Text>
        {isRunning ? null : (
          <ActionButton label={`Put ${pricesInWords(from)} back`} intent="undo_prices" fields={{ runId }} />
        )}
      </InlineStack>
    </Card>
  );
}
