import { BlockStack, Button, Card, InlineStack, Text } from "@shopify/polaris";
import { routeWords } from "#app/routes/admin/orders/orders-words.ts";
import { Total } from "#app/routes/admin/orders/total.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { Day } from "#app/ui/day.tsx";
import { adminUrl } from "#app/ui/shop-facts.tsx";
import { CancelRefused } from "./cancel-refused.tsx";
import { cancelWords } from "./cancel-words.ts";
import { CommandButton } from "./command-button.tsx";
import type { ShownOrder } from "./shown-order.ts";

export function OrderActionsCard({ order }: { order: ShownOrder }) {
  const { actions } = order;
  return (
    <Card>
      <BlockStack gap="300">
        <BlockStack gap="100">
          <InlineStack align="space-between">
            <Text as="span">{routeWords(order.route) || "Payment not known yet"}</Text>
            <Total {...order} unread={null} />
          </InlineStack>
          <Text as="span" tone="subdued">
            Ordered <Day at={order.orderedAt} />
          </Text>
        </BlockStack>
        <InlineStack gap="200">
          {actions.place && order.holds.length === 0 && order.waits === null ? (
            <CommandButton command="place" variant="primary" disabled={order.walletRefusal !== null} />
          ) : null}
          {actions.retry ? <CommandButton command="retry" disabled={order.walletRefusal !== null} /> : null}
          {actions.hold ? <CommandButton command="hold" /> : null}
          <Button url={adminUrl(`orders/${order.orderGid.split("/").at(-1)}`)}>Open in Shopify</Button>
          <CancelRefused order={order} />
          {actions.cancel ? <ConfirmButton intent="cancel" {...cancelWords(order)} /> : null}
        </InlineStack>
      </BlockStack>
    </Card>
  );
}
