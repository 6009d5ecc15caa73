import { BlockStack, Card, InlineGrid, Text, TextField } from "@shopify/polaris";
import { useState } from "react";
import { formatRupees } from "#app/domain/money/format-rupees.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import {
  breakEvenRefusalShare,
  expectPerOrder,
  priceForRefusals,
} from "#app/domain/policy/pricing/refusal-floor.ts";
import { TermsNote } from "#app/ui/terms-note.tsx";
import type { ShownProduct } from "./product-facts.tsx";

const MOST_RUPEES = 100_000;

/** Advice, not a rule: what refusals do to this price, with the merchant's own figures. */
export function RefusalAdvice({ product }: { product: ShownProduct }) {
  const [refused, setRefused] = useState("30");
  const [ads, setAds] = useState("0");
  const { card, shippingPkr, terms } = product;
  const percent = toWhole(refused, 95);
  const facts = {
    ...{ wholesalePkr: card.wholesalePkr, shippingPkr },
    ...{ terms, adsPkr: rupees(toWhole(ads, MOST_RUPEES)) },
  };
  const priced = { ...facts, pricePkr: card.pricePkr };
  const share = breakEvenRefusalShare(priced) / 10;
  const perOrder = expectPerOrder(priced, percent);
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          If parcels are refused
        </Text>
        <Text as="p">
          {share === 0
            ? "At your price every order loses, even when none is refused."
            : `At your price you lose nothing until ${share.toLocaleString("en-US")} % of parcels are refused.`}
        </Text>
        <InlineGrid columns={2} gap="200">
          <TextField
            label="Refused, of 100"
            type="number"
            min={0}
            max={95}
            value={refused}
            onChange={setRefused}
            autoComplete="off"
          />
          <TextField
            label="Ads for one order"
            type="number"
            prefix="Rs"
            min={0}
            value={ads}
            onChange={setAds}
            autoComplete="off"
          />
        </InlineGrid>
        <Text as="p" tone={perOrder < 0 ? "critical" : undefined}>
          With {percent} of 100 refused an order brings about {formatRupees(perOrder)}. The lowest price that
          loses nothing is {formatRupees(priceForRefusals(facts, percent))}.
        </Text>
        <TermsNote terms={terms} />
      </BlockStack>
    </Card>
  );
}

/** What was typed as a whole number from 0 to `most`. */
function toWhole(text: string, most: number): number {
  const value = Math.floor(Number(text));
  return Number.isFinite(value) ? Math.min(most, Math.max(0, value)) : 0;
}
