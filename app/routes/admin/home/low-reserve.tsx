import { BlockStack, Button, Card, InlineStack, Text } from "@shopify/polaris";
import type { ReserveMeter } from "#app/domain/wallet-page/plan-reserve.ts";
import { reserveWords } from "#app/domain/wallet-page/wallet-words.ts";
import { useShopFacts } from "#app/ui/shop-facts.tsx";

type LowReserveProps = { readonly reserve: ReserveMeter & { readonly readAt: string } };

/** Said before COD orders begin to wait for the wallet. */
export function LowReserve({ reserve }: LowReserveProps) {
  const { timezone } = useShopFacts();
  const { title, text } = reserveWords(reserve, reserve.readAt, timezone);
  return (
    <Card>
      <InlineStack gap="300" align="space-between" blockAlign="center">
        <BlockStack gap="100">
          <Text as="h2" variant="headingMd">
            {title}
          </Text>
          <Text as="p">{text}</Text>
        </BlockStack>
        <Button url="/wallet">See the wallet</Button>
      </InlineStack>
    </Card>
  );
}
