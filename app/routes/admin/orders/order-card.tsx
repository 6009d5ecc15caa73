import { Text } from "@shopify/polaris";
import { formatAge, formatDate } from "#app/platform/time/format-time.ts";
import { useShopFacts } from "#app/ui/shop-facts.tsx";
import { OrderBadges } from "./order-badges.tsx";
import { detailOf } from "./orders-words.ts";
import type { ShownOrder } from "./shown-order.ts";
import { Total } from "./total.tsx";

/** Two lines an order, for a phone held in one hand. */
export function OrderCard({ row, asOf }: { row: ShownOrder; asOf: string }) {
  const { timezone } = useShopFacts();
  return (
    <>
      <div className="k-row-line">
        <Text as="span" fontWeight="semibold" truncate>
          {[row.name || "New order", row.customer].filter(Boolean).join(" · ")}
        </Text>
        <Total {...row} unread={null} />
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
