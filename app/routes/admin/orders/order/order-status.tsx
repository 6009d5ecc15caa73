import { InlineStack } from "@shopify/polaris";
import { ServiceWord } from "#app/ui/service-word.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { orderWords } from "#app/ui/status-words.ts";
import type { ShownOrder } from "./shown-order.ts";

/** Whether it needs the merchant and where it stands, in our words, with the service's own one click away. */
export function OrderStatus({ order }: { order: ShownOrder }) {
  const words = [...new Set(order.parcels.map(({ status }) => status))];
  return (
    <InlineStack gap="100" blockAlign="center" wrap={false}>
      {order.holds.length > 0 && order.state !== "held" ? <StatusBadge {...orderWords("held")} /> : null}
      <StatusBadge {...orderWords(order.state)} />
      {words.length > 0 ? <ServiceWord word={words.join(", ")} /> : null}
    </InlineStack>
  );
}
