import type { OrderGid } from "#app/platform/ids.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { mutation } from "#app/shopify/operation.ts";
import type {
  OrderCancelMutation,
  OrderCancelMutationVariables,
  OrderCancelReason,
} from "#app/shopify/operations.generated.ts";

export const orderCancel = mutation<OrderCancelMutation, OrderCancelMutationVariables>(
  `#graphql
  mutation OrderCancel(
    $orderId: ID!, $reason: OrderCancelReason!, $notifyCustomer: Boolean!, $staffNote: String
  ) {
    orderCancel(
      orderId: $orderId, reason: $reason, restock: false, notifyCustomer: $notifyCustomer, staffNote: $staffNote
    ) {
      job { id }
      orderCancelUserErrors { code field message }
    }
  }`,
  { repeatable: false },
);

export type { OrderCancelReason };

/** Cancels an order for good, without restocking and without refunding: Shopify does it a moment later, as a job. */
export async function cancelOrder(
  admin: AdminClient,
  input: {
    readonly orderId: OrderGid;
    readonly reason: OrderCancelReason;
    readonly notifyCustomer: boolean;
    readonly staffNote?: string;
  },
): Promise<void> {
  await admin.run(orderCancel, { ...input });
}
