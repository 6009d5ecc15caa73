import { isRouteErrorResponse, useRevalidator } from "@remix-run/react";
import { BlockStack, Button, Card, InlineStack, Page, Text } from "@shopify/polaris";

type Words = { readonly title: string; readonly text: string; readonly retry: boolean };

function wordsFor(error: unknown): Words {
  if (isRouteErrorResponse(error) && error.status === 404) {
    return {
      title: "Not found",
      text: "This page is not in your store. It may have been removed.",
      retry: false,
    };
  }
  if (isRouteErrorResponse(error) && (error.status === 401 || error.status === 410)) {
    return {
      title: "Open Karwan from your Shopify admin",
      text: "Your session has ended. Open the app again.",
      retry: false,
    };
  }
  return {
    title: "This page could not be loaded",
    text: "If you pressed a button just now, it may have worked: look once the page is here again. Try again in a moment; your orders keep moving meanwhile.",
    retry: true,
  };
}

export function PageError({ error }: { error: unknown }) {
  const { revalidate, state } = useRevalidator();
  const { title, text, retry } = wordsFor(error);
  return (
    <Page title={title}>
      <Card>
        <BlockStack gap="300">
          <Text as="p">{text}</Text>
          <InlineStack gap="200">
            {retry ? (
              <Button onClick={revalidate} loading={state === "loading"} variant="primary">
                Try again
              </Button>
            ) : null}
            <Button url="/">Home</Button>
          </InlineStack>
        </BlockStack>
      </Card>
    </Page>
  );
}
