import type { OrderGid } from "#app/platform/ids.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { query } from "#app/shopify/operation.ts";
import type {
  OrderTransactionsQuery,
  OrderTransactionsQueryVariables,
  TransactionFieldsFragment,
} from "#app/shopify/operations.generated.ts";
import { transactionFields } from "./order-fields.ts";

export const orderTransactions = query<OrderTransactionsQuery, OrderTransactionsQueryVariables>(`#graphql
  query OrderTransactions($id: ID!) {
    order(id: $id) { transactions(first: 250) { ...TransactionFields } }
  }
  ${transactionFields}`);

/** The transactions of an order, up to the 250 Shopify shows: the list has no pages. */
export async function listTransactions(
  admin: AdminClient,
  orderGid: OrderGid,
): Promise<readonly TransactionFieldsFragment[]> {
  const { data } = await admin.run(orderTransactions, { id: orderGid });
  return data.order?.transactions ?? [];
}
