import { Button, Card, InlineStack, Layout } from "@shopify/polaris";

/** The way to where imports are published. */
export function ChannelsSection() {
  return (
    <Layout.AnnotatedSection
      id="channels"
      title="Sales channels"
      description="Where customers see what you import: your online store, and whatever other channels you choose."
    >
      <Card>
        <InlineStack>
          <Button url="/settings/channels">Choose sales channels</Button>
        </InlineStack>
      </Card>
    </Layout.AnnotatedSection>
  );
}
