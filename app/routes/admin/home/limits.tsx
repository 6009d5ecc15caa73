import type { SerializeFrom } from "@remix-run/node";
import { BlockStack, Button, Card, Collapsible, InlineStack, ProgressBar, Text } from "@shopify/polaris";
import { useId, useState } from "react";
import type { AccountMeters } from "#app/domain/home/limits/find-limits.server.ts";
import { useShopFacts } from "#app/ui/shop-facts.tsx";
import { callsWords, type MeterWords, ordersWords } from "./limits-words.ts";

/** What the account may still do today, one press away. */
export function Limits({ meters }: { readonly meters: SerializeFrom<AccountMeters> }) {
  const [isOpen, setOpen] = useState(false);
  const { timezone } = useShopFacts();
  const id = useId();
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <Text as="h2" variant="headingMd">
            Your account today
          </Text>
          <Button
            variant="plain"
            disclosure={isOpen ? "up" : "down"}
            ariaExpanded={isOpen}
            ariaControls={id}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? "Hide the limits" : "Show the limits"}
          </Button>
        </InlineStack>
        <Collapsible id={id} open={isOpen}>
          <BlockStack gap="400">
            <Meter words={callsWords(meters.calls, timezone)} />
            <Meter words={ordersWords(meters.orders)} />
          </BlockStack>
        </Collapsible>
      </BlockStack>
    </Card>
  );
}

function Meter({ words: { title, text, more, percent } }: { readonly words: MeterWords }) {
  const id = useId();
  return (
    <BlockStack gap="100">
      <Text as="h3" variant="headingSm" id={id}>
        {title}
      </Text>
      {percent === null ? null : (
        <ProgressBar
          progress={percent}
          size="small"
          tone={percent >= 90 ? "critical" : "primary"}
          animated={false}
          ariaLabelledBy={id}
        />
      )}
      <Text as="p">{text}</Text>
      {more === "" ? null : (
        <Text as="p" tone="subdued">
          {more}
        </Text>
      )}
    </BlockStack>
  );
}
