import type { OrderGid } from "#app/platform/ids.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { query } from "#app/shopify/operation.ts";
import { type Page, readRest } from "#app/shopify/operations/read-rest.ts";
import type {
  OrderShippingLinesQuery,
  OrderShippingLinesQueryVariables,
  ShippingLineFieldsFragment,
} from "#app/shopify/operations.generated.ts";
import { shippingLineFields } from "./order-fields.ts";

export const orderShippingLines = query<OrderShippingLinesQuery, OrderShippingLinesQueryVariables>(`#graphql
  query OrderShippingLines($id: ID!, $after: String) {
    order(id: $id) {
      shippingLines(first: 50, after: $after) {
        nodes { ...ShippingLineFields }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
  ${shippingLineFields}`);

/** All shipping lines of an order whose first page was read with it; removed ones are left out. */
export function readAllShippingLines(
  admin: AdminClient,
  orderGid: OrderGid,
  first: Page<ShippingLineFieldsFragment>,
): Promise<ShippingLineFieldsFragment[]> {
  return readRest(first, async (after) => {
    const { data } = await admin.run(orderShippingLines, { id: orderGid, after });
    return data.order?.shippingLines ?? null;
  });
}
