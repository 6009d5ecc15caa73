import { BlockStack, Button, Card, InlineStack, Text } from "@shopify/polaris";
import { type CustomerFigures, customerSentences } from "#app/domain/home/customer-figures.ts";

/** What customers did on their own page, and whether asking them pays. */
export function CustomersCard({ figures }: { readonly figures: CustomerFigures }) {
  return (
    <Card>
      <InlineStack gap="300" align="space-between" blockAlign="center">
        <BlockStack gap="100">
          <Text as="h2" variant="headingMd">
            Customers
          </Text>
          {customerSentences(figures).map((sentence) => (
            <Text as="p" key={sentence}>
              {sentence}
            </Text>
          ))}
        </BlockStack>
        <Button url="/payouts/refusals?by=confirmation">Refusals by confirmation</Button>
      </InlineStack>
    </Card>
  );
}
