import { BlockStack, Card, Text } from "@shopify/polaris";
import { type TimelineLine, TimelineList } from "#app/ui/timeline-list.tsx";

export function TimelineCard({ lines }: { lines: readonly TimelineLine[] }) {
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          Timeline
        </Text>
        {lines.length === 0 ? (
          <Text as="p" tone="subdued">
            What happens to this order appears here, line by line.
          </Text>
        ) : (
          <TimelineList lines={lines} />
        )}
      </BlockStack>
    </Card>
  );
}
