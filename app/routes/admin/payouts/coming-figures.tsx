import { formatRupees } from "#app/domain/money/format-rupees.ts";
import { add } from "#app/domain/payouts/coming.ts";
import { FigureTile } from "#app/ui/figure-tile.tsx";
import { parcelsWords, sumWords } from "./payouts-words.ts";
import type { ShownPayouts } from "./shown-payouts.ts";

type Shown = ShownPayouts["coming"];

/** What is pending, by when it comes; margins and the fees of prepaid parcels apart. */
export function ComingFigures({ coming }: { readonly coming: Shown }) {
  return (
    <ul className="k-figures">
      <Figure label="Next 7 days" sums={coming.next7} />
      <Figure label="Next 30 days" sums={coming.next30} />
      <Figure label="All pending" sums={coming.all} />
    </ul>
  );
}

function Figure({ label, sums: { margin, fee } }: { readonly label: string; readonly sums: Shown["all"] }) {
  const both = add([margin, fee]);
  const fees = fee.amountPkr === 0 ? "" : `, prepaid fees ${formatRupees(fee.amountPkr)} in it`;
  return (
    <FigureTile
      label={label}
      figure={{ words: sumWords(both) }}
      hint={`${parcelsWords(both.parcels)}${fees}`}
    />
  );
}
