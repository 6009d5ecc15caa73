import { BlockStack, Card, Link, Text } from "@shopify/polaris";
import { depositMissing } from "#app/domain/context/deposit-missing.ts";
import { formatRupees } from "#app/domain/money/format-rupees.ts";
import { failureWords, reserveWords } from "#app/domain/wallet-page/wallet-words.ts";
import { useShopFacts } from "#app/ui/shop-facts.tsx";
import type { ShownWallet } from "./shown-wallet.ts";

/** How many more orders the wallet carries, and what stands in the way of its figures. */
export function WalletNotes({ page }: { readonly page: ShownWallet }) {
  const { timezone, mode } = useShopFacts();
  const { reading, failure, reserve, asOf } = page;
  const missing = depositMissing(reading?.depositRequiredPkr, reading?.heldDepositPkr);
  const meter = reserve && reserveWords(reserve, asOf, timezone);
  return (
    <Card>
      <BlockStack gap="200">
        <Text as="h2" variant="headingMd">
          {meter?.title ?? "How many COD orders fit is not known yet"}
        </Text>
        <Text as="p">{meter?.text ?? "It is known once a COD order was placed in the last 30 days."}</Text>
        {missing !== null && missing > 0 ? (
          <Text as="p" tone="critical">
            {formatRupees(missing)} of the security deposit is missing. Orders wait until it is complete.
          </Text>
        ) : null}
        {failure === null ? null : (
          <Text as="p" tone={failure === "being_read" ? undefined : "critical"}>
            {failureWords(failure, reading?.readAt ?? null, timezone)}{" "}
            {failure === "being_read" ? null : <Link url="/settings/connection">See the connection</Link>}
          </Text>
        )}
        {mode === "test" ? (
          <Text as="p" tone="subdued">
            This is the wallet of your test key: no money moves.
          </Text>
        ) : null}
      </BlockStack>
    </Card>
  );
}
