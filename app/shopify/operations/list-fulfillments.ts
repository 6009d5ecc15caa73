import type { AdminClient } from "../admin-client.server.ts";
import { query } from "../operation.ts";
import type { OrderFulfillmentsQuery, OrderFulfillmentsQueryVariables } from "../operations.generated.ts";
import type { ShopifyFulfillment } from "../order.ts";
import { fulfillmentFields } from "./order-fields.ts";
import { toFulfillment } from "./to-shopify-order.ts";

export const orderFulfillments = query<OrderFulfillmentsQuery, OrderFulfillmentsQueryVariables>(`#graphql
  query OrderFulfillments($id: ID!) {
    order(id: $id) { fulfillments(first: 250) { ...FulfillmentFields } }
  }
  ${fulfillmentFields}`);

/** All fulfillments of an order, cancelled ones included. Null where the order cannot be seen. */
export async function listFulfillments(
  admin: AdminClient,
  orderGid: string,
): Promise<readonly ShopifyFulfillment[] | null> {
  const { data } = await admin.run(orderFulfillments, { id: orderGid });
  return data.order ? data.order.fulfillments.map(toFulfillment) : null;
}
