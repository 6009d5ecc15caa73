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
    readonly isSandbox: boolean;
  };
  /** Where the page asks once for the permission to publish, no row does. */
  readonly isRow?: boolean;
};

/** Where customers see a listing, and the press that publishes it where they do not. */
export function VisibilityLine({ listing, isRow = false }: VisibilityLineProps) {
  const { id, title, visibility, canPublish, isSandbox } = listing;
  const words = visibilityWords(visibility, isSandbox);
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
      {visibility.kind === "nowhere" && !canPublish && !isRow ? (
        <AllowPublishing label="Publish" variant="secondary" />
      ) : null}
    </BlockStack>
  );
}
