import { Text } from "@shopify/polaris";
import type { ProfitRow } from "#app/domain/payouts/profit/profit-row.ts";
import { Money } from "#app/ui/money.tsx";
import { parcelsWords } from "../payouts/payouts-words.ts";

/** The whole period. */
export function ProfitFigures({ all }: { readonly all: ProfitRow | null }) {
  const note = all && all.unknown > 0 ? `${parcelsWords(all.unknown)} not known` : null;
  return (
    <ul className="k-figures">
      <Figure label="Earned" amount={all?.earnedPkr ?? 0} note={note} />
      <Figure label="To come" amount={all?.toComePkr ?? 0} />
      <Figure label="Lost to parcels that came back" amount={all?.lostPkr ?? 0} />
    </ul>
  );
}

type FigureProps = { readonly label: string; readonly amount: number; readonly note?: string | null };

function Figure({ label, amount, note }: FigureProps) {
  return (
    <li>
      <span className="k-figure">
        <Text as="span" tone="subdued">
          {label}
        </Text>
        <Text as="span" variant="headingLg">
          <Money amount={amount} />
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
