import { useRevalidator } from "@remix-run/react";
import { Button, InlineStack, Text } from "@shopify/polaris";
import { formatClock } from "#app/platform/format-time.ts";
import { useShopFacts } from "./shop-facts.tsx";

/** "as of 10:42 · Refresh": how old the figures on a page are. */
export function AsOf({ at }: { at: string }) {
  const { timezone } = useShopFacts();
  const { revalidate, state } = useRevalidator();
  return (
    <InlineStack gap="200" blockAlign="center" wrap={false}>
      <Text as="span" tone="subdued" variant="bodySm">
        as of {formatClock(at, timezone)}
      </Text>
      <Button variant="plain" onClick={revalidate} loading={state === "loading"}>
        Refresh
      </Button>
    </InlineStack>
  );
}
