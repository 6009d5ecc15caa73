import { Card, Text } from "@shopify/polaris";
import { EmptyCard } from "#app/ui/empty-card.tsx";
import { Money } from "#app/ui/money.tsx";
import { AutoPayCard } from "./auto-pay-card.tsx";
import type { ShownFunds } from "./shown-funds.ts";
import { WaitingList } from "./waiting-list.tsx";

/** What waits for funds, what is missing, and how it gets paid. */
export function WaitingForFunds({ funds }: { readonly funds: ShownFunds }) {
  if (funds.mode === null)
    return (
      <EmptyCard
        title="The supplier is not connected"
        text="Once it is, prepaid parcels that wait for money in your wallet appear here."
        step={{ label: "Connect", url: "/settings/connection" }}
      />
    );
  return (
    <>
      {funds.parcels.length === 0 ? (
        <EmptyCard
          title="Nothing waits for funds"
          text="A prepaid parcel that your wallet cannot pay for waits here, with the time it has."
        />
      ) : (
        <>
          <FundsFigures funds={funds} />
          <Card padding="0">
            <WaitingList funds={funds} />
          </Card>
        </>
      )}
      <AutoPayCard funds={funds} />
    </>
  );
}

function FundsFigures({
  funds: { totalPkr, unknown, availablePkr, missingPkr },
}: {
  readonly funds: ShownFunds;
}) {
  return (
    <ul className="k-figures">
      <Figure
        label="To pay"
        amount={totalPkr}
        note={unknown > 0 ? `and ${unknown} whose cost is not known` : undefined}
      />
      <Figure label="In the wallet" amount={availablePkr} />
      <Figure label="Missing" amount={missingPkr} />
    </ul>
  );
}

type FigureProps = { readonly label: string; readonly amount: number | null; readonly note?: string };

function Figure({ label, amount, note }: FigureProps) {
  return (
    <li>
      <span className="k-figure">
        <Text as="span" tone="subdued">
          {label}
        </Text>
        <Text as="span" variant="headingLg">
          {amount === null ? "not known" : <Money amount={amount} />}
        </Text>
        {note ? (
          <Text as="span" tone="subdued" variant="bodySm">
            {note}
          </Text>
        ) : null}
      </span>
    </li>
  );
}
