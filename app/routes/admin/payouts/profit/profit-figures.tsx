import type { ProfitRow } from "#app/domain/payouts/profit/profit-row.ts";
import { parcelsWords } from "#app/routes/admin/payouts/payouts-words.ts";
import { FigureTile } from "#app/ui/figure-tile.tsx";

/** The whole period. */
export function ProfitFigures({ all }: { readonly all: ProfitRow | null }) {
  const note = all && all.unknown > 0 ? `${parcelsWords(all.unknown)} not known` : null;
  return (
    <ul className="k-figures">
      <FigureTile label="Earned" figure={all?.earnedPkr ?? 0} hint={note} />
      <FigureTile label="To come" figure={all?.toComePkr ?? 0} />
      <FigureTile label="Lost to parcels that came back" figure={all?.lostPkr ?? 0} />
    </ul>
  );
}
