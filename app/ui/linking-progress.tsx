import { BlockStack, Card, Text } from "@shopify/polaris";
import { Progress } from "./progress.tsx";
import { useShopFacts } from "./shop-facts.tsx";

type LinkingProgressProps = { readonly linking: { readonly done: number; readonly total: number } | null };

/** How far linking the products to the key in use has come; it goes on when the page is left, and the page reads it again. */
export function LinkingProgress({ linking }: LinkingProgressProps) {
  const { mode } = useShopFacts();
  if (linking === null) return null;
  const { done, total } = linking;
  const key = mode === "live" ? "live" : "test";
  return (
    <Card>
      <BlockStack gap="200">
        <Text as="p">
          Linking your products to the {key} key: {done} of {total} done. You may leave this page.
        </Text>
        <Progress done={done} total={total} />
      </BlockStack>
    </Card>
  );
}
