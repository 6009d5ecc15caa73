import { BlockStack, Card, Link, Text } from "@shopify/polaris";
import { countOf } from "#app/domain/messages/count-of.ts";
import { add } from "#app/domain/payouts/coming.ts";
import { parcelsWords, sumWords } from "./payouts-words.ts";
import type { ShownPayouts } from "./shown-payouts.ts";

const MOST_COUNTED = 1000;

/** What no day of the list shows: parcels under way, sums without a date, and what is late. */
export function PayoutNotes({ page }: { readonly page: ShownPayouts }) {
  const { openParcels, undated, mode, payoutDays } = page;
  const late = page.coming.overdue;
  const lateParcels = late.margin.parcels + late.fee.parcels;
  const notes = [
    ...(mode === "test" ? [<span key="test">These are test parcels: no money moves.</span>] : []),
    ...(lateParcels > 0 ? [<Late key="late" parcels={lateParcels} late={late} />] : []),
    ...undated.map((sum) => <Undated key={`undated ${sum.state}`} sum={sum} payoutDays={payoutDays} />),
    ...(openParcels > 0
      ? [
          <span key="open">
            <Link url="/orders?tab=moving">
              {openParcels >= MOST_COUNTED ? `${MOST_COUNTED}+ parcels` : parcelsWords(openParcels)}
            </Link>{" "}
            {openParcels === 1 ? "is" : "are"} not delivered yet, and in none of these sums.
          </span>,
        ]
      : []),
  ];
  if (notes.length === 0) return null;
  return (
    <Card>
      <BlockStack gap="200">
        {notes.map((note) => (
          <Text as="p" key={note.key}>
            {note}
          </Text>
        ))}
      </BlockStack>
    </Card>
  );
}

type UndatedProps = { readonly sum: ShownPayouts["undated"][number]; readonly payoutDays: number };

/** A date is still to come for what is pending alone. */
function Undated({ sum, payoutDays }: UndatedProps) {
  const { state, parcels } = sum;
  const link = (words: string) => <Link url={`/payouts/days/undated?state=${state}`}>{words}</Link>;
  const words = {
    pending: () => (
      <>
        {link("delivered, no release date yet")}. It is {countOf(payoutDays, "day", "days")} after the
        delivery, the supplier sets it.
      </>
    ),
    released: () => <>{link("released without a date")}.</>,
    reversed: () => (
      <>
        {link("reversed without a date")}. Nothing more comes of {parcels === 1 ? "it" : "them"}.
      </>
    ),
  };
  return (
    <span>
      {parcelsWords(parcels)}, {sumWords(sum)}: {words[state]()}
    </span>
  );
}

type LateProps = { readonly parcels: number; readonly late: ShownPayouts["coming"]["overdue"] };

function Late({ parcels, late: { margin, fee } }: LateProps) {
  const sum = { ...add([margin, fee]), parcels };
  return (
    <span>
      {parcelsWords(parcels)}, {sumWords(sum)}: the release date is past, and the supplier has not said that{" "}
      {parcels === 1 ? "it was" : "they were"} released. Karwan keeps asking.
    </span>
  );
}
