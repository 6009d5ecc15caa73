import type { OrderGid } from "#app/platform/ids.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { query } from "#app/shopify/operation.ts";
import {
  fulfillmentOrderFields,
  fulfillmentOrderLineFields,
  merchantRequestFields,
} from "#app/shopify/operations/orders/order-fields.ts";
import { type Page, readRest } from "#app/shopify/operations/read-rest.ts";
import type {
  FulfillmentOrderFieldsFragment,
  FulfillmentOrderLineFieldsFragment,
  FulfillmentOrderRequestsQuery,
  FulfillmentOrderRequestsQueryVariables,
  MerchantRequestFieldsFragment,
  OrderFulfillmentOrdersQuery,
  OrderFulfillmentOrdersQueryVariables,
} from "#app/shopify/operations.generated.ts";
import { readAllFulfillmentOrderLines } from "./list-fulfillment-order-lines.ts";

export const orderFulfillmentOrders = query<
  OrderFulfillmentOrdersQuery,
  OrderFulfillmentOrdersQueryVariables
>(`#graphql
  query OrderFulfillmentOrders($id: ID!, $after: String) {
    order(id: $id) {
      fulfillmentOrders(first: 20, after: $after) {
        nodes { ...FulfillmentOrderFields }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
  ${fulfillmentOrderFields}
  ${fulfillmentOrderLineFields}
  ${merchantRequestFields}`);

export const fulfillmentOrderRequests = query<
  FulfillmentOrderRequestsQuery,
  FulfillmentOrderRequestsQueryVariables
>(`#graphql
  query FulfillmentOrderRequests($id: ID!, $before: String) {
    fulfillmentOrder(id: $id) {
      merchantRequests(last: 100, before: $before) {
        nodes { ...MerchantRequestFields }
        pageInfo { hasPreviousPage startCursor }
      }
    }
  }
  ${merchantRequestFields}`);

export type WholeFulfillmentOrder = {
  readonly fulfillmentOrder: FulfillmentOrderFieldsFragment;
  readonly lines: readonly FulfillmentOrderLineFieldsFragment[];
  readonly requests: readonly MerchantRequestFieldsFragment[];
};

/** All fulfillment orders of an order whose first page was read with it; adds to `withheld` what Shopify leaves out. */
export async function readAllFulfillmentOrders(
  admin: AdminClient,
  orderGid: OrderGid,
  first: Page<FulfillmentOrderFieldsFragment>,
  withheld: string[],
): Promise<readonly WholeFulfillmentOrder[]> {
  const all = await readRest(first, async (after) => {
    const page = await admin.run(orderFulfillmentOrders, { id: orderGid, after });
    withheld.push(...page.accessDenied);
    return page.data.order?.fulfillmentOrders ?? null;
  });
  return Promise.all(
    all.map(async (fulfillmentOrder) => {
      const [lines, requests] = await Promise.all([
        readAllFulfillmentOrderLines(admin, fulfillmentOrder),
        readAllRequests(admin, fulfillmentOrder),
      ]);
      return { fulfillmentOrder, lines, requests };
    }),
  );
}

/** The newest come with the fulfillment order, so the rest is read backwards. */
async function readAllRequests(
  admin: AdminClient,
  { id, merchantRequests: newest }: FulfillmentOrderFieldsFragment,
): Promise<readonly MerchantRequestFieldsFragment[]> {
  const backwards = ({ nodes, pageInfo }: FulfillmentOrderFieldsFragment["merchantRequests"]) => ({
    nodes: nodes.toReversed(),
    pageInfo: { hasNextPage: pageInfo.hasPreviousPage, endCursor: pageInfo.startCursor },
  });
  const all = await readRest(backwards(newest), async (before) => {
    const { data } = await admin.run(fulfillmentOrderRequests, { id, before });
    return data.fulfillmentOrder ? backwards(data.fulfillmentOrder.merchantRequests) : null;
  });
  return all.toReversed();
}
