import { Card } from "@shopify/polaris";
import { EmptyCard } from "#app/ui/empty-card.tsx";
import { FigureTile } from "#app/ui/figure-tile.tsx";
import { OwnPart } from "#app/ui/own-part.tsx";
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
          <OwnPart>
            <Card padding="0">
              <WaitingList funds={funds} />
            </Card>
          </OwnPart>
        </>
      )}
      <OwnPart>
        <AutoPayCard funds={funds} />
      </OwnPart>
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
      <FigureTile
        label="To pay"
        figure={totalPkr}
        hint={unknown > 0 ? `and ${unknown} whose cost is not known` : null}
      />
      <FigureTile
        label="In the wallet"
        figure={availablePkr}
        hint={availablePkr === null ? "It cannot be read right now" : null}
      />
      <FigureTile label="Missing" figure={missingPkr} />
    </ul>
  );
}
