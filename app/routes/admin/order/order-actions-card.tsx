import { BlockStack, Button, Card, InlineStack, Text } from "@shopify/polaris";
import { ActionButton } from "#app/ui/action-button.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { Day } from "#app/ui/day.tsx";
import { Money } from "#app/ui/money.tsx";
import { adminUrl } from "#app/ui/shop-facts.tsx";
import { routeWords } from "../orders/orders-words.ts";
import type { ShownOrder } from "./shown-order.ts";

export function OrderActionsCard({ order }: { order: ShownOrder }) {
  const { actions } = order;
  return (
    <Card>
      <BlockStack gap="300">
        <BlockStack gap="100">
          <InlineStack align="space-between">
            <Text as="span">{routeWords(order.route) || "Payment not known yet"}</Text>
            {order.totalPkr === null ? null : <Money amount={order.totalPkr} />}
          </InlineStack>
          <Text as="span" tone="subdued">
            Ordered <Day at={order.orderedAt} />
          </Text>
        </BlockStack>
        {order.waitsFor && order.needs.length === 0 ? <Text as="p">{order.waitsFor}</Text> : null}
        <InlineStack gap="200">
          {actions.place && order.needs.length === 0 ? (
            <ActionButton label="Place with the supplier" intent="place" variant="primary" />
          ) : null}
          {actions.retry ? <ActionButton label="Retry" intent="retry" /> : null}
          <Button url={adminUrl(`orders/${order.orderGid.split("/").at(-1)}`)}>Open in Shopify</Button>
          {actions.cancel ? <ConfirmButton label="Cancel" intent="cancel" {...cancelWords(order)} /> : null}
        </InlineStack>
      </BlockStack>
    </Card>
  );
}

/** What a cancel will do: an order that was never sent has nothing to cancel at the supplier. */
function cancelWords({ name, parcels }: ShownOrder) {
  if (parcels.length === 0)
    return {
      title: `Do not send ${name} to the supplier?`,
      text: "Nothing was sent yet, so it costs nothing. The order itself stays in Shopify until you cancel it or fulfil it there.",
      confirm: "Do not send it",
    };
  return {
    title: `Cancel ${name} at the supplier?`,
    text: "Parcels that are not packed yet are cancelled and cost nothing. The order itself stays in Shopify until you cancel it there.",
    confirm: "Cancel at the supplier",
  };
}
