import { BlockStack, Button, InlineStack, Select, Text, TextField } from "@shopify/polaris";
import { useState } from "react";
import { type BulkPrice, bulkPriceSchema } from "#app/domain/catalog/pricing/bulk-price.ts";
import { formatRupees } from "#app/domain/money/format-rupees.ts";

type PriceManyProps = {
  /** Products that are imported, and those of them that are ticked. */
  readonly total: number;
  readonly chosen: number;
  /** How all are priced now; null while the rule prices them. */
  readonly bulkPrice: BulkPrice | null;
  readonly isPriced: boolean;
  readonly onSet: (bulkPrice: BulkPrice) => void;
  readonly onReset: () => void;
};

type Kind = BulkPrice["kind"];

const KINDS: readonly { readonly value: Kind; readonly label: string }[] = [
  { value: "margin", label: "What each brings you" },
  { value: "percent", label: "Percent on top of the cost" },
  { value: "price", label: "One price for all" },
];

/** One way to price all products of the import, or those ticked, in one press. */
export function PriceMany({ total, chosen, bulkPrice, isPriced, onSet, onReset }: PriceManyProps) {
  const [kind, setKind] = useState<Kind>("margin");
  const [typed, setTyped] = useState("");
  const wanted = readBulkPrice(kind, typed);
  return (
    <BlockStack gap="200">
      <InlineStack gap="300" blockAlign="end">
        <Select
          label="Price many at once by"
          options={[...KINDS]}
          value={kind}
          onChange={(value) => setKind(KINDS.find((each) => each.value === value)?.value ?? "margin")}
        />
        <TextField
          label={kind === "percent" ? "Percent" : "Rupees"}
          {...(kind === "percent" ? { suffix: "%" } : { prefix: "Rs" })}
          autoComplete="off"
          inputMode="numeric"
          maxLength={9}
          value={typed}
          onChange={setTyped}
          error={typed !== "" && wanted === null ? "Write a whole number." : false}
        />
        <Button disabled={wanted === null} onClick={() => wanted && onSet(wanted)}>
          {chosen > 0 ? `Set for the ${chosen} ticked` : setForAll(total)}
        </Button>
        {isPriced ? (
          <Button variant="plain" onClick={onReset}>
            Back to your price rule
          </Button>
        ) : null}
      </InlineStack>
      <Text as="p" tone="subdued" variant="bodySm">
        {bulkPrice === null ? "" : `${bulkWords(bulkPrice)} `}No price goes below the supplier's lowest.
        Prices you set here stay when the supplier's price changes.
      </Text>
    </BlockStack>
  );
}

function setForAll(total: number): string {
  return total === 1 ? "Set for this product" : `Set for all ${total.toLocaleString("en-US")}`;
}

function bulkWords(bulk: BulkPrice): string {
  const but = "but those you changed by themselves.";
  switch (bulk.kind) {
    case "margin":
      return `Each is priced to bring about ${formatRupees(bulk.marginPkr)} when delivered, ${but}`;
    case "percent":
      return `Each is priced at its cost and ${bulk.percent}% on top, ${but}`;
    case "price":
      return `Each is priced at ${formatRupees(bulk.pricePkr)}, ${but}`;
  }
}

function readBulkPrice(kind: Kind, typed: string): BulkPrice | null {
  const amount = typed.trim() === "" ? Number.NaN : Number(typed.replaceAll(",", ""));
  const fields = { margin: "marginPkr", percent: "percent", price: "pricePkr" } as const;
  return bulkPriceSchema.safeParse({ kind, [fields[kind]]: amount }).data ?? null;
}
