import { BlockStack, Divider, Text } from "@shopify/polaris";
import { countOf } from "#app/domain/messages/count-of.ts";
import type { PreviewMoney } from "#app/domain/orders/preview/preview-money.ts";
import { Money } from "#app/ui/money.tsx";
import { MoneyLine } from "./money-line.tsx";

/** What each side pays, and what stays in each of the two futures; about, until the supplier confirms it (R18). */
export function PreviewMoneyRows({ money }: { readonly money: PreviewMoney }) {
  const isCod = money.paymentMode === "COD";
  return (
    <BlockStack gap="300">
      <BlockStack gap="100">
        <Divider />
        <Text as="h3" variant="headingSm">
          What each side pays
        </Text>
        <MoneyLine label={isCod ? "The customer pays at the door" : "The customer paid"}>
          <Money amount={money.customerPaysPkr} />
        </MoneyLine>
        <MoneyLine label="Goods, at cost">
          <Money amount={money.wholesalePkr} about />
        </MoneyLine>
        <MoneyLine label="Shipping">
          <Money amount={money.shippingPkr} about />
        </MoneyLine>
        <MoneyLine label="Service fee, if it is delivered">
          <Sum amount={money.feePkr} />
        </MoneyLine>
      </BlockStack>
      <BlockStack gap="100">
        <Divider />
        <Text as="h3" variant="headingSm">
          What comes of it
        </Text>
        <MoneyLine
          label="Delivered"
          note={isCod ? `${countOf(money.payoutDays, "day", "days")} later` : null}
        >
          <Sum amount={money.deliveredPkr} />
        </MoneyLine>
        <MoneyLine label="Refused">
          <Sum amount={money.refusedPkr} />
        </MoneyLine>
        {isCod ? (
          <MoneyLine label="Held now">
            <Sum amount={money.heldPkr} />
          </MoneyLine>
        ) : (
          <MoneyLine label="Paid from your wallet now">
            <Money amount={0 - money.walletPkr} about />
          </MoneyLine>
        )}
      </BlockStack>
    </BlockStack>
  );
}

function Sum({ amount }: { readonly amount: number | null }) {
  return amount === null ? "not known" : <Money amount={amount} about />;
}
