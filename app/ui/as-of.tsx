import { useRevalidator } from "@remix-run/react";
import { Button, InlineStack, Text } from "@shopify/polaris";
import { useEffect, useState } from "react";
import { formatClock } from "#app/platform/time/format-time.ts";
import { useShopFacts } from "./shop-facts.tsx";

/**
 * "as of 10:42 · Refresh": how old the figures on a page are; null while they are on their way. Only a press shows as busy,
 * not the page's own looks.
 */
export function AsOf({ at }: { readonly at: string | null }) {
  const { timezone } = useShopFacts();
  const { revalidate, state } = useRevalidator();
  const [isPressed, setPressed] = useState(false);
  useEffect(() => {
    if (state === "idle") setPressed(false);
  }, [state]);
  const refresh = () => {
    setPressed(true);
    revalidate();
  };
  return (
    <InlineStack gap="200" blockAlign="center" wrap={false}>
      <Text as="span" tone="subdued" variant="bodySm">
        {at === null ? "Loading…" : `as of ${formatClock(at, timezone)}`}
      </Text>
      <Button
        variant="plain"
        onClick={refresh}
        loading={isPressed && state === "loading"}
        disabled={at === null}
      >
        Refresh
      </Button>
    </InlineStack>
  );
}
