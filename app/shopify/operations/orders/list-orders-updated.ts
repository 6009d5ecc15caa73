import { type OrderGid, toOrderGid } from "#app/platform/ids.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { query } from "#app/shopify/operation.ts";
import type { OrdersUpdatedQuery, OrdersUpdatedQueryVariables } from "#app/shopify/operations.generated.ts";

export const ordersUpdated = query<OrdersUpdatedQuery, OrdersUpdatedQueryVariables>(`#graphql
  query OrdersUpdated($search: String!, $after: String) {
    orders(first: 100, after: $after, query: $search, sortKey: UPDATED_AT) {
      nodes { id name updatedAt }
      pageInfo { hasNextPage endCursor }
    }
  }`);

export type UpdatedOrder = { readonly id: OrderGid; readonly name: string; readonly updatedAt: string };

/** One page of the orders changed since, oldest change first; `next` is the cursor of the page after. */
export async function listOrdersUpdated(
  admin: AdminClient,
  { since, after }: { readonly since: Date; readonly after?: string | null },
): Promise<{ readonly orders: readonly UpdatedOrder[]; readonly next: string | null }> {
  const { data } = await admin.run(ordersUpdated, {
    search: `updated_at:>='${since.toISOString()}'`,
    after,
  });
  const { nodes, pageInfo } = data.orders;
  return {
    orders: nodes.map((node) => ({ ...node, id: toOrderGid(node.id) })),
    next: pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null,
  };
}
