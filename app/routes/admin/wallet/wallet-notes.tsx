import { BlockStack, Card, Link, Text } from "@shopify/polaris";
import { depositMissing } from "#app/domain/context/deposit-missing.ts";
import { formatRupees } from "#app/domain/money/format-rupees.ts";
import { failureWords, reserveNote } from "#app/domain/wallet-page/wallet-words.ts";
import { useShopFacts } from "#app/ui/shop-facts.tsx";
import type { ShownWallet } from "./shown-wallet.ts";

/** How many more orders the wallet carries, and what stands in the way of its figures. */
export function WalletNotes({ page }: { readonly page: ShownWallet }) {
  const { timezone, mode } = useShopFacts();
  const { reading, failure, reserve, asOf } = page;
  const missing = depositMissing(reading?.depositRequiredPkr, reading?.heldDepositPkr);
  const note = reserveNote({ reserve, mode }, asOf, timezone);
  return (
    <Card>
      <BlockStack gap="200">
        <Text as="h2" variant="headingMd">
          {note.title}
        </Text>
        <Text as="p">{note.text}</Text>
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
      </BlockStack>
    </Card>
  );
}
