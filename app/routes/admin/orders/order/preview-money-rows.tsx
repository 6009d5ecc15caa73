import { BlockStack, Divider, InlineStack, Text } from "@shopify/polaris";
import type { ReactNode } from "react";
import { countOf } from "#app/domain/messages/count-of.ts";
import type { PreviewMoney } from "#app/domain/orders/preview/preview-money.ts";
import { Money } from "#app/ui/money.tsx";

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
        <Row label={isCod ? "The customer pays at the door" : "The customer paid"}>
          <Money amount={money.customerPaysPkr} />
        </Row>
        <Row label="Goods, at cost">
          <Money amount={money.wholesalePkr} about />
        </Row>
        <Row label="Shipping">
          <Money amount={money.shippingPkr} about />
        </Row>
        <Row label="Service fee, if it is delivered">
          <Sum amount={money.feePkr} />
        </Row>
      </BlockStack>
      <BlockStack gap="100">
        <Divider />
        <Text as="h3" variant="headingSm">
          What comes of it
        </Text>
        <Row label="Delivered" note={isCod ? `${countOf(money.payoutDays, "day", "days")} later` : null}>
          <Sum amount={money.deliveredPkr} />
        </Row>
        <Row label="Refused">
          <Sum amount={money.refusedPkr} />
        </Row>
        {isCod ? (
          <Row label="Held now">
            <Sum amount={money.heldPkr} />
          </Row>
        ) : (
          <Row label="Paid from your wallet now">
            <Money amount={0 - money.walletPkr} about />
          </Row>
        )}
      </BlockStack>
    </BlockStack>
  );
}

function Sum({ amount }: { readonly amount: number | null }) {
  return amount === null ? "not known" : <Money amount={amount} about />;
}

type RowProps = { readonly label: string; readonly note?: string | null; readonly children: ReactNode };

function Row({ label, note, children }: RowProps) {
  return (
    <InlineStack align="space-between" blockAlign="baseline" gap="200" wrap={false}>
      <Text as="span">
        {label}{" "}
        {note ? (
          <Text as="span" tone="subdued" variant="bodySm">
            {note}
          </Text>
        ) : null}
      </Text>
      <Text as="span" fontWeight="medium">
        {children}
      </Text>
    </InlineStack>
  );
}
