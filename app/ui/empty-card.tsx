import { BlockStack, Button, Card, Text } from "@shopify/polaris";

type EmptyCardProps = {
  readonly title: string;
  /** What will appear here, and what makes it appear. */
  readonly text: string;
  readonly step?: { readonly label: string; readonly url: string };
};

export function EmptyCard({ title, text, step }: EmptyCardProps) {
  return (
    <Card>
      <div className="k-empty">
        <BlockStack gap="300" inlineAlign="center">
          <Text as="h2" variant="headingMd" alignment="center">
            {title}
          </Text>
          <Text as="p" tone="subdued" alignment="center">
            {text}
          </Text>
          {step ? (
            <Button url={step.url} variant="primary">
              {step.label}
            </Button>
          ) : null}
        </BlockStack>
      </div>
    </Card>
  );
}
