import { Card, InlineStack, Text } from "@shopify/polaris";
import { countOf } from "#app/domain/messages/count-of.ts";
import { ActionButton } from "#app/ui/action-button.tsx";
import { AllowPublishing } from "./allow-publishing.tsx";

export type UnseenProducts = {
  readonly count: number;
  /** Whether Karwan may publish them. */
  readonly canPublish: boolean;
};

/** Products that are for sale but on no sales channel, and the one press that shows all of them. */
export function UnseenCard({ unseen: { count, canPublish } }: { unseen: UnseenProducts }) {
  if (count === 0) return null;
  return (
    <Card>
      <InlineStack gap="300" align="space-between" blockAlign="center">
        <Text as="p">{unseenWords(count)}</Text>
        {canPublish ? (
          <ActionButton
            label={count === 1 ? "Publish it" : "Publish them"}
            intent="publish_unseen"
            action="/settings/channels"
          />
        ) : (
          <AllowPublishing variant="secondary" />
        )}
      </InlineStack>
    </Card>
  );
}

function unseenWords(count: number): string {
  return countOf(
    count,
    "imported product is on no sales channel, so customers cannot find it.",
    "imported products are on no sales channel, so customers cannot find them.",
  );
}
