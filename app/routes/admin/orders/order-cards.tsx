import { Link } from "@remix-run/react";
import { Checkbox, Text } from "@shopify/polaris";
import { formatAge, formatDate } from "#app/platform/time/format-time.ts";
import { Money } from "#app/ui/money.tsx";
import { useShopFacts } from "#app/ui/shop-facts.tsx";
import { OrderBadges } from "./order-badges.tsx";
import { detailOf } from "./orders-words.ts";
import type { ShownOrder } from "./shown-order.ts";

type OrderCardsProps = {
  readonly rows: readonly ShownOrder[];
  readonly asOf: string;
  /** Null while nothing is being chosen: then each row is a link. */
  readonly choosing: {
    readonly chosen: readonly string[];
    readonly onChoose: (id: string, isChosen: boolean) => void;
  } | null;
};

/** Two lines an order, for a phone held in one hand; the whole row is the link, or its checkbox while choosing. */
export function OrderCards({ rows, asOf, choosing }: OrderCardsProps) {
  return (
    <ul className="k-rows">
      {rows.map((row) => (
        <li key={row.id}>
          {choosing ? (
            <div className="k-row k-row-choice">
              <Checkbox
                label={<OrderLines row={row} asOf={asOf} />}
                checked={choosing.chosen.includes(row.id)}
                onChange={(isChosen) => choosing.onChoose(row.id, isChosen)}
              />
            </div>
          ) : (
            <Link to={`/orders/${row.id}`} className="k-row">
              <OrderLines row={row} asOf={asOf} />
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

function OrderLines({ row, asOf }: { row: ShownOrder; asOf: string }) {
  const { timezone } = useShopFacts();
  return (
    <>
      <div className="k-row-line">
        <Text as="span" fontWeight="semibold" truncate>
          {[row.name || "New order", row.customer].filter(Boolean).join(" · ")}
        </Text>
        {row.totalPkr === null ? null : <Money amount={row.totalPkr} />}
      </div>
      <div className="k-row-line">
        <span className="k-row-status">
          <OrderBadges row={row} />
          <Text as="span" tone="subdued" variant="bodySm" truncate>
            {row.reason ?? [row.city, detailOf(row)].filter(Boolean).join(" · ")}
          </Text>
        </span>
        <Text as="span" tone="subdued" variant="bodySm">
          <span className="k-nowrap">
            {formatDate(row.since, timezone)} · {formatAge(row.since, asOf)}
          </span>
        </Text>
      </div>
    </>
  );
}
