import { BlockStack, Box, Card, Icon, InlineStack, Text } from "@shopify/polaris";
import { AlertCircleIcon, ClockIcon } from "@shopify/polaris-icons";
import { HoldResolutions } from "./hold-resolutions.tsx";
import type { ShownOrder } from "./shown-order.ts";

/** Why the order waits and every way out of it: the first thing on its page, in a warning colour where a person decides. */
export function HoldCard({ order }: { order: ShownOrder }) {
  const isAsked = order.holds.some(({ asksPerson }) => asksPerson);
  return (
    <Card background={isAsked ? "bg-surface-caution" : undefined}>
      <BlockStack gap="400">
        {order.holds.map((hold) => (
          <InlineStack key={hold.id} gap="300" wrap={false} blockAlign="start">
            <Box>
              {hold.asksPerson ? (
                <Icon source={AlertCircleIcon} tone="caution" />
              ) : (
                <Icon source={ClockIcon} tone="subdued" />
              )}
            </Box>
            <div className="k-hold">
              <BlockStack gap="200" inlineAlign="start">
                <Text as="p" fontWeight="medium">
                  {hold.sentence}
                </Text>
                <HoldResolutions hold={hold} resolutions={hold.resolutions} order={order} />
              </BlockStack>
            </div>
          </InlineStack>
        ))}
      </BlockStack>
    </Card>
  );
}

/** What an order that needs no answer waits for, and what could be done all the same. */
export function WaitCard({ order }: { order: ShownOrder }) {
  if (!order.waits || !order.waitsFor) return null;
  return (
    <Card>
      <InlineStack gap="300" wrap={false} blockAlign="start">
        <Box>
          <Icon source={ClockIcon} tone="subdued" />
        </Box>
        <div className="k-hold">
          <BlockStack gap="200" inlineAlign="start">
            <Text as="p" fontWeight="medium">
              {order.waitsFor}
            </Text>
            <HoldResolutions hold={null} resolutions={order.waits.resolutions} order={order} />
          </BlockStack>
        </div>
      </InlineStack>
    </Card>
  );
}
