import { BlockStack, Box, Card, Icon, InlineStack, Text } from "@shopify/polaris";
import { AlertCircleIcon } from "@shopify/polaris-icons";
import { HoldButton } from "./hold-button.tsx";
import type { ShownOrder } from "./shown-order.ts";

/** Why the order waits and what ends it: the first thing on its page. */
export function HoldCard({ order }: { order: ShownOrder }) {
  return (
    <Card background="bg-surface-caution">
      <BlockStack gap="400">
        {order.needs.map((need) => (
          <InlineStack key={need.id} gap="300" wrap={false} blockAlign="start">
            <Box>
              <Icon source={AlertCircleIcon} tone="caution" />
            </Box>
            <BlockStack gap="200" inlineAlign="start">
              <Text as="p" fontWeight="medium">
                {need.sentence}
              </Text>
              <HoldButton need={need} order={order} />
            </BlockStack>
          </InlineStack>
        ))}
      </BlockStack>
    </Card>
  );
}
