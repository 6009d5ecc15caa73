import type { SerializeFrom } from "@remix-run/node";
import type { HomeMoney } from "#app/domain/home/find-money.server.ts";
import type { OrdersCounts } from "#app/domain/orders/list/count-orders.server.ts";
import { formatClock, formatDay } from "#app/platform/time/format-time.ts";
import { countWords } from "#app/ui/count-words.ts";
import { FigureTile } from "#app/ui/figure-tile.tsx";
import { useShopFacts } from "#app/ui/shop-facts.tsx";
import { MOST_COUNTED, VIEW_LABELS } from "../orders/orders-words.ts";
import { parcelsWords, sumWords } from "../payouts/payouts-words.ts";

type FiguresProps = { readonly counts: OrdersCounts; readonly money: SerializeFrom<HomeMoney> };

/** Each figure opens to the orders, the ledger or the payouts behind it, which their page counts alike. */
export function Figures({ counts, money: { available, coming } }: FiguresProps) {
  const { timezone } = useShopFacts();
  return (
    <ul className="k-figures">
      {(["to_place", "on_the_way"] as const).map((view) => (
        <FigureTile
          key={view}
          label={VIEW_LABELS[view]}
          figure={{ words: countWords(counts[view], MOST_COUNTED) || "0" }}
          hint={counts[view] === 1 ? "order" : "orders"}
          url={`/orders?tab=${view}`}
        />
      ))}
      <FigureTile
        label="Available"
        figure={available?.amountPkr ?? null}
        hint={asOfWords(available?.readAt ?? null, timezone)}
        url="/wallet"
      />
      <FigureTile
        label="Coming in the next 7 days"
        figure={{ words: sumWords(coming) }}
        hint={parcelsWords(coming.parcels)}
        url="/payouts"
      />
    </ul>
  );
}

/** The wallet is not asked for Home, so it says of when the figure is. */
function asOfWords(readAt: string | null, timezone: string): string {
  if (readAt === null) return "The wallet was not read yet";
  return `as of ${formatDay(readAt, timezone)}, ${formatClock(readAt, timezone)}`;
}
