import { HOME_VIEWS } from "#app/domain/home/home-views.ts";
import type { OrdersCounts } from "#app/domain/orders/list/count-orders.server.ts";
import type { Sum } from "#app/domain/payouts/coming.ts";
import { countWords } from "#app/ui/count-words.ts";
import { FigureTile } from "#app/ui/figure-tile.tsx";
import { MOST_COUNTED, VIEW_LABELS } from "../orders/orders-words.ts";
import { sumWords } from "../payouts/payouts-words.ts";

/** Each figure opens to the orders or payouts behind it, which their page counts alike. */
export function Figures({ figures, coming }: { figures: OrdersCounts; coming: Sum }) {
  return (
    <ul className="k-figures">
      {HOME_VIEWS.map((view) => (
        <FigureTile
          key={view}
          label={VIEW_LABELS[view]}
          figure={{ words: countWords(figures[view], MOST_COUNTED) || "0" }}
          url={`/orders?tab=${view}`}
        />
      ))}
      <FigureTile label="Comes in the next 7 days" figure={{ words: sumWords(coming) }} url="/payouts" />
    </ul>
  );
}
