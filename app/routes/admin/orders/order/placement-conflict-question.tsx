import { BlockStack, DataTable, Text } from "@shopify/polaris";
import { formatRupees } from "#app/domain/money/format-rupees.ts";
import type { Rupees } from "#app/domain/money/rupees.ts";
import { CommandButton } from "./command-button.tsx";
import { OneClickButton } from "./one-click-button.tsx";
import type { ShownOrder } from "./shown-order.ts";

type ShownPlacementConflict = NonNullable<ShownOrder["placementConflict"]>;

const CHOICES: Readonly<Record<string, string>> = { COD: "Cash on delivery", PREPAID: "Prepaid" };

/** What was sent beside what the supplier has; one button, for the only choice that is safe. */
export function PlacementConflictQuestion({ conflict }: { conflict: ShownPlacementConflict }) {
  const { sent, found, choice, isChosen } = conflict;
  const rows = [
    toRow("We sent", sent),
    ...found.map((parcel) => toRow(parcel.orderNumber ?? parcel.id, parcel)),
  ];
  return (
    <BlockStack gap="300" inlineAlign="start">
      <DataTable
        columnContentTypes={["text", "text", "numeric", "numeric", "numeric"]}
        headings={["", "Payment", "Customer pays", "Goods", "Units"]}
        rows={rows}
      />
      {found.length === 0 ? <Text as="p">{NOTHING[choice]}</Text> : null}
      {isChosen ? <Text as="p">Your choice is being carried out.</Text> : <ChoiceButton choice={choice} />}
    </BlockStack>
  );
}

const NOTHING: Readonly<Record<ShownPlacementConflict["choice"], string>> = {
  adopt: "",
  place_again: "The supplier shows no order under our number.",
  not_looked_yet: "The supplier could not be asked yet what it has. It is asked as soon as it answers.",
};

function ChoiceButton({ choice }: Pick<ShownPlacementConflict, "choice">) {
  switch (choice) {
    case "adopt":
      return <CommandButton command="adopt" variant="primary" />;
    case "place_again":
      return <CommandButton command="place_again" variant="primary" />;
    case "not_looked_yet":
      return <OneClickButton resolution="retry" />;
  }
}

type ComparedPlacement = {
  /** Of a parcel at the supplier as the supplier names it. */
  readonly paymentMode: string | null;
  readonly collectsPkr: Rupees;
  readonly wholesalePkr: Rupees | null;
  readonly units: number | null;
};

function toRow(name: string, { paymentMode, collectsPkr, wholesalePkr, units }: ComparedPlacement): string[] {
  return [
    name,
    CHOICES[paymentMode ?? ""] ?? "not told",
    formatRupees(collectsPkr),
    wholesalePkr === null ? "not told" : formatRupees(wholesalePkr),
    units === null ? "not told" : String(units),
  ];
}
