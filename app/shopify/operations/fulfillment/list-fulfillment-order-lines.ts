import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { query } from "#app/shopify/operation.ts";
import { fulfillmentOrderLineFields } from "#app/shopify/operations/orders/order-fields.ts";
import { readRest } from "#app/shopify/operations/read-rest.ts";
import type {
  FulfillmentOrderFieldsFragment,
  FulfillmentOrderLineFieldsFragment,
  FulfillmentOrderLinesQuery,
  FulfillmentOrderLinesQueryVariables,
} from "#app/shopify/operations.generated.ts";

export const fulfillmentOrderLines = query<
  FulfillmentOrderLinesQuery,
  FulfillmentOrderLinesQueryVariables
>(`#graphql
  query FulfillmentOrderLines($id: ID!, $after: String) {
    fulfillmentOrder(id: $id) {
      lineItems(first: 200, after: $after) {
        nodes { ...FulfillmentOrderLineFields }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
  ${fulfillmentOrderLineFields}`);

/** All lines of a fulfillment order whose first page was read with its order. */
export async function readAllFulfillmentOrderLines(
  admin: AdminClient,
  fulfillmentOrder: FulfillmentOrderFieldsFragment,
): Promise<FulfillmentOrderLineFieldsFragment[]> {
  return readRest(fulfillmentOrder.lineItems, async (after) => {
    const page = await admin.run(fulfillmentOrderLines, { id: fulfillmentOrder.id, after });
    return page.data.fulfillmentOrder?.lineItems ?? null;
  });
}
