import { isRouteErrorResponse, useRevalidator } from "@remix-run/react";
import { BlockStack, Button, Card, InlineStack, Page, Text } from "@shopify/polaris";

function wordsFor(error: unknown): { title: string; text: string } {
  if (isRouteErrorResponse(error) && error.status === 404) {
    return { title: "Not found", text: "This page is not in your store. It may have been removed." };
  }
  if (isRouteErrorResponse(error) && (error.status === 401 || error.status === 410)) {
    return {
      title: "Open Karwan from your Shopify admin",
      text: "Your session has ended. Open the app again.",
    };
  }
  return {
    title: "This page could not be loaded",
    text: "Nothing was changed. Try again in a moment; your orders keep moving meanwhile.",
  };
}

export function PageError({ error }: { error: unknown }) {
  const { revalidate, state } = useRevalidator();
  const { title, text } = wordsFor(error);
  return (
    <Page title={title}>
      <Card>
        <BlockStack gap="300">
          <Text as="p">{text}</Text>
          <InlineStack gap="200">
            <Button onClick={revalidate} loading={state === "loading"} variant="primary">
              Try again
            </Button>
            <Button url="/">Home</Button>
          </InlineStack>
        </BlockStack>
      </Card>
    </Page>
  );
}
