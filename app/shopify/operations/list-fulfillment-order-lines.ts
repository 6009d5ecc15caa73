import type { AdminClient } from "../admin-client.server.ts";
import { query } from "../operation.ts";
import type {
  FulfillmentOrderFieldsFragment,
  FulfillmentOrderLineFieldsFragment,
  FulfillmentOrderLinesQuery,
  FulfillmentOrderLinesQueryVariables,
} from "../operations.generated.ts";
import { fulfillmentOrderLineFields } from "./order-fields.ts";
import { readRest } from "./read-rest.ts";

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
