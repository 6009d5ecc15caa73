import { Link } from "@remix-run/react";
import { Text } from "@shopify/polaris";
import { formatAge } from "#app/platform/format-time.ts";
import { Money } from "#app/ui/money.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { orderWords } from "#app/ui/status-words.ts";
import { detailOf } from "./orders-words.ts";
import type { ShownOrder } from "./shown-order.ts";

type OrderCardsProps = { readonly rows: readonly ShownOrder[]; readonly asOf: string };

/** Two lines an order, for a phone held in one hand; the whole row is the link. */
export function OrderCards({ rows, asOf }: OrderCardsProps) {
  return (
    <ul className="k-rows">
      {rows.map((row) => (
        <li key={row.id}>
          <Link to={`/orders/${row.id}`} className="k-row">
            <div className="k-row-line">
              <Text as="span" fontWeight="semibold" truncate>
                {[row.name || "New order", row.customer].filter(Boolean).join(" · ")}
              </Text>
              {row.totalPkr === null ? null : <Money amount={row.totalPkr} />}
            </div>
            <div className="k-row-line">
              <span className="k-row-status">
                <StatusBadge {...orderWords(row.state)} />
                <Text as="span" tone="subdued" variant="bodySm" truncate>
                  {row.need ?? [row.city, detailOf(row)].filter(Boolean).join(" · ")}
                </Text>
              </span>
              <Text as="span" tone="subdued" variant="bodySm">
                {formatAge(row.since, asOf)}
              </Text>
            </div>
          </Link>
        </li>
      ))}
    </ul>
  );
}
