import type { SerializeFrom } from "@remix-run/node";
import { Link } from "@remix-run/react";
import { Text } from "@shopify/polaris";
import type { BulkRow } from "#app/domain/bulk-actions/orders/find-bulk-run.server.ts";
import type { BulkAction } from "#app/domain/orders/commands/registry.ts";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { orderWords, type StatusWords } from "#app/ui/status-words.ts";

type ResultRowProps = { readonly row: SerializeFrom<BulkRow>; readonly action: BulkAction };

/** One order of many: what came of the press, and why not where it was not possible. */
export function ResultRow({ row, action }: ResultRowProps) {
  const { order, reason } = row;
  return (
    <Link to={`/orders/${order.id}`} className="k-row">
      <div className="k-row-line">
        <Text as="span" fontWeight="semibold" truncate>
          {[order.name || "New order", order.customer].filter(Boolean).join(" · ")}
        </Text>
        <StatusBadge {...resultWords(row, action)} />
      </div>
      {reason ? (
        <Text as="p" tone="subdued" variant="bodySm">
          {reason}
        </Text>
      ) : null}
    </Link>
  );
}

function resultWords({ state, order }: ResultRowProps["row"], action: BulkAction): StatusWords {
  switch (state) {
    case "waiting":
      return { label: "In the queue", tone: "plain" };
    case "working":
      return { label: "Being worked on", tone: "info" };
    case "refused":
      return { label: "Not possible", tone: "warning" };
    case "done":
      return action === "pay" ? { label: "Paid", tone: "success" } : orderWords(order.state);
  }
}
