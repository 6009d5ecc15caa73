import { BlockStack, Button, Card, InlineStack, Text } from "@shopify/polaris";
import { parcelsWords, sumWords } from "../payouts/payouts-words.ts";
import { Countdown } from "./funds/countdown.tsx";
import type { ShownWallet } from "./shown-wallet.ts";

type FundsCardProps = { readonly page: Pick<ShownWallet, "waiting" | "asOf"> };

/** What the wallet could not pay for, while anything waits, and the way to pay it. */
export function FundsCard({ page: { waiting, asOf } }: FundsCardProps) {
  if (waiting === null) return null;
  const { parcels, totalPkr, unknown, deadline } = waiting;
  return (
    <Card>
      <InlineStack gap="300" align="space-between" blockAlign="center">
        <BlockStack gap="100">
          <Text as="h2" variant="headingMd">
            {parcelsWords(parcels)} {parcels === 1 ? "waits" : "wait"} for funds:{" "}
            {sumWords({ amountPkr: totalPkr, parcels, unknown })}
          </Text>
          <Text as="p">
            {deadline !== null && parcels > 1 ? "The first: " : null}
            {deadline === null ? "The supplier set no deadline." : <Countdown until={deadline} asOf={asOf} />}
          </Text>
        </BlockStack>
        <Button url="/wallet/funds" variant="primary">
          {parcels === 1 ? "Pay it" : "Pay them"}
        </Button>
      </InlineStack>
    </Card>
  );
}
