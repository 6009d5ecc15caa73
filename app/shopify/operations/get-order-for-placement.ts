import type { AdminClient } from "../admin-client.server.ts";
import { query } from "../operation.ts";
import type {
  OrderForPlacementQuery,
  OrderForPlacementQueryVariables,
  OrderFulfillmentOrdersQuery,
  OrderFulfillmentOrdersQueryVariables,
  OrderLinesQuery,
  OrderLinesQueryVariables,
} from "../operations.generated.ts";
import type { ShopifyOrder } from "../order.ts";
import { readAllFulfillmentOrderLines } from "./list-fulfillment-order-lines.ts";
import {
  addressFields,
  fulfillmentFields,
  fulfillmentOrderFields,
  fulfillmentOrderLineFields,
  orderFields,
  orderLineFields,
} from "./order-fields.ts";
import { readRest } from "./read-rest.ts";
import { toShopifyOrder } from "./to-shopify-order.ts";

export const orderForPlacement = query<OrderForPlacementQuery, OrderForPlacementQueryVariables>(`#graphql
  query OrderForPlacement($id: ID!) {
    order(id: $id) {
      ...OrderFields
      lineItems(first: 20) { nodes { ...OrderLineFields } pageInfo { hasNextPage endCursor } }
      fulfillmentOrders(first: 4) { nodes { ...FulfillmentOrderFields } pageInfo { hasNextPage endCursor } }
      fulfillments(first: 50) { ...FulfillmentFields }
    }
  }
  ${orderFields}
  ${addressFields}
  ${orderLineFields}
  ${fulfillmentOrderFields}
  ${fulfillmentOrderLineFields}
  ${fulfillmentFields}`);

export const orderLines = query<OrderLinesQuery, OrderLinesQueryVariables>(`#graphql
  query OrderLines($id: ID!, $after: String) {
    order(id: $id) {
      lineItems(first: 200, after: $after) { nodes { ...OrderLineFields } pageInfo { hasNextPage endCursor } }
    }
  }
  ${orderLineFields}`);

export const orderFulfillmentOrders = query<
  OrderFulfillmentOrdersQuery,
  OrderFulfillmentOrdersQueryVariables
>(`#graphql
  query OrderFulfillmentOrders($id: ID!, $after: String) {
    order(id: $id) {
      fulfillmentOrders(first: 50, after: $after) {
        nodes { ...FulfillmentOrderFields }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
  ${fulfillmentOrderFields}
  ${fulfillmentOrderLineFields}`);

/**
 * Reads an order with all its lines, fulfillment orders and fulfillments: one call, and one more for each page that
 * did not fit. Null where Shopify does not show it: deleted, or older than 60 days (which is not the same, R44).
 * The customer's own record is left alone: addresses and contacts of the order do without `read_customers`.
 */
export async function getOrderForPlacement(
  admin: AdminClient,
  orderGid: string,
): Promise<ShopifyOrder | null> {
  const id = orderGid;
  const { data, accessDenied } = await admin.run(orderForPlacement, { id });
  const { order } = data;
  if (!order) return null;
  const lines = await readRest(order.lineItems, async (after) => {
    const page = await admin.run(orderLines, { id, after });
    return page.data.order?.lineItems ?? null;
  });
  const withheld = [...accessDenied];
  const fulfillmentOrders = await readRest(order.fulfillmentOrders, async (after) => {
    const page = await admin.run(orderFulfillmentOrders, { id, after });
    withheld.push(...page.accessDenied);
    return page.data.order?.fulfillmentOrders ?? null;
  });
  const whole = await Promise.all(
    fulfillmentOrders.map(async (fulfillmentOrder) => ({
      fulfillmentOrder,
      lines: await readAllFulfillmentOrderLines(admin, fulfillmentOrder),
    })),
  );
  return toShopifyOrder(order, lines, whole, withheld);
}
