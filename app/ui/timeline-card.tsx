import { BlockStack, Card, Text } from "@shopify/polaris";
import { type TimelineLine, TimelineList } from "./timeline-list.tsx";

type TimelineCardProps = {
  readonly lines: readonly TimelineLine[];
  /** What will appear here, while nothing has. */
  readonly empty: string;
};

export function TimelineCard({ lines, empty }: TimelineCardProps) {
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          Timeline
        </Text>
        {lines.length === 0 ? (
          <Text as="p" tone="subdued">
            {empty}
          </Text>
        ) : (
          <TimelineList lines={lines} />
        )}
      </BlockStack>
    </Card>
  );
}
