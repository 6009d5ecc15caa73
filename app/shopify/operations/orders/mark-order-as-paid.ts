import type { OrderGid } from "#app/platform/ids.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { mutation } from "#app/shopify/operation.ts";
import type {
  OrderMarkAsPaidMutation,
  OrderMarkAsPaidMutationVariables,
} from "#app/shopify/operations.generated.ts";

export const orderMarkAsPaid = mutation<OrderMarkAsPaidMutation, OrderMarkAsPaidMutationVariables>(
  `#graphql
  mutation OrderMarkAsPaid($id: ID!) {
    orderMarkAsPaid(input: { id: $id }) {
      order { id displayFinancialStatus }
      userErrors { field message }
    }
  }`,
  { repeatable: false },
);

/** Records the whole outstanding amount as received (R12). Read `totalOutstanding` before trying again. */
export async function markOrderAsPaid(admin: AdminClient, orderGid: OrderGid): Promise<void> {
  await admin.run(orderMarkAsPaid, { id: orderGid });
}
