import { InlineStack } from "@shopify/polaris";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { orderWords } from "#app/ui/status-words.ts";
import type { ShownOrder } from "./shown-order.ts";

/** Where an order stands, and beside it that it needs a decision, in every list. */
export function OrderBadges({ row }: { readonly row: Pick<ShownOrder, "state" | "hasOpenIssue"> }) {
  if (!row.hasOpenIssue || row.state === "held") return <StatusBadge {...orderWords(row.state)} />;
  return (
    <InlineStack gap="100" wrap={false}>
      <StatusBadge {...orderWords("held")} />
      <StatusBadge {...orderWords(row.state)} />
    </InlineStack>
  );
}
