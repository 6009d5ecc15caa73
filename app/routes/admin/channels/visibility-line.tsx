import { BlockStack, Text } from "@shopify/polaris";
import type { Visibility } from "#app/domain/catalog/channels/visibility.ts";
import { ActionButton } from "#app/ui/action-button.tsx";
import { AllowPublishing } from "./allow-publishing.tsx";
import { visibilityWords } from "./visibility-words.ts";

type VisibilityLineProps = {
  readonly listing: {
    readonly id: string;
    readonly title: string;
    readonly visibility: Visibility;
    readonly canPublish: boolean;
  };
};

/** Where customers see a listing, and the press that publishes it where they do not. */
export function VisibilityLine({ listing }: VisibilityLineProps) {
  const { id, title, visibility, canPublish } = listing;
  const words = visibilityWords(visibility);
  if (words === null) return null;
  return (
    <BlockStack gap="200" inlineAlign="start">
      <Text as="p" tone={visibility.kind === "nowhere" ? undefined : "subdued"} variant="bodySm">
        {words}
      </Text>
      {visibility.kind === "nowhere" && canPublish ? (
        <ActionButton
          label="Publish"
          size="slim"
          intent="publish"
          action={`/listings/${id}`}
          accessibilityLabel={`Publish ${title}`}
        />
      ) : null}
      {visibility.kind === "nowhere" && !canPublish ? <AllowPublishing label="Publish" /> : null}
    </BlockStack>
  );
}
