import type { AdminClient } from "../admin-client.server.ts";
import { query } from "../operation.ts";
import type {
  OrderShippingLinesQuery,
  OrderShippingLinesQueryVariables,
  ShippingLineFieldsFragment,
} from "../operations.generated.ts";
import { shippingLineFields } from "./order-fields.ts";
import { type Page, readRest } from "./read-rest.ts";

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
  orderGid: string,
  first: Page<ShippingLineFieldsFragment>,
): Promise<ShippingLineFieldsFragment[]> {
  return readRest(first, async (after) => {
    const { data } = await admin.run(orderShippingLines, { id: orderGid, after });
    return data.order?.shippingLines ?? null;
  });
}
