import type { OrderGid } from "#app/platform/ids.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { query } from "#app/shopify/operation.ts";
import { readAllFulfillmentOrders } from "#app/shopify/operations/fulfillment/list-fulfillment-orders.ts";
import { readAllFulfillments } from "#app/shopify/operations/fulfillment/list-fulfillments.ts";
import { readRest } from "#app/shopify/operations/read-rest.ts";
import type {
  OrderForPlacementQuery,
  OrderForPlacementQueryVariables,
  OrderLinesQuery,
  OrderLinesQueryVariables,
} from "#app/shopify/operations.generated.ts";
import type { ShopifyOrder } from "#app/shopify/order.ts";
import { readAllShippingLines } from "./list-shipping-lines.ts";
import { listShippingRefunds } from "./list-shipping-refunds.ts";
import { listTransactions } from "./list-transactions.ts";
import {
  addressFields,
  fulfillmentEventFields,
  fulfillmentFields,
  fulfillmentLineFields,
  fulfillmentOrderFields,
  fulfillmentOrderLineFields,
  fulfillmentTrackingFields,
  merchantRequestFields,
  orderFields,
  orderLineFields,
  shippingLineFields,
  transactionFields,
} from "./order-fields.ts";
import { toShopifyOrder } from "./to-shopify-order.ts";

const TRANSACTIONS_PAGE_SIZE = 3;
const FULFILLMENTS_PAGE_SIZE = 2;

/**
 * As much of each list as an ordinary order has: Shopify takes what is asked for from the shop's budget before it gives
 * back what was not there, so that a burst of orders waits for sizes nobody has.
 */
export const orderForPlacement = query<OrderForPlacementQuery, OrderForPlacementQueryVariables>(`#graphql
  query OrderForPlacement($id: ID!) {
    order(id: $id) {
      ...OrderFields
      transactions(first: ${TRANSACTIONS_PAGE_SIZE}) { ...TransactionFields }
      shippingLines(first: 1) { nodes { ...ShippingLineFields } pageInfo { hasNextPage endCursor } }
      refunds(first: 1) { id }
      lineItems(first: 3) { nodes { ...OrderLineFields } pageInfo { hasNextPage endCursor } }
      fulfillmentOrders(first: 2) { nodes { ...FulfillmentOrderFields } pageInfo { hasNextPage endCursor } }
      fulfillments(first: ${FULFILLMENTS_PAGE_SIZE}) { ...FulfillmentFields }
    }
  }
  ${orderFields}
  ${addressFields}
  ${transactionFields}
  ${shippingLineFields}
  ${orderLineFields}
  ${fulfillmentOrderFields}
  ${fulfillmentOrderLineFields}
  ${merchantRequestFields}
  ${fulfillmentFields}
  ${fulfillmentTrackingFields}
  ${fulfillmentLineFields}
  ${fulfillmentEventFields}`);

export const orderLines = query<OrderLinesQuery, OrderLinesQueryVariables>(`#graphql
  query OrderLines($id: ID!, $after: String) {
    order(id: $id) {
      lineItems(first: 200, after: $after) { nodes { ...OrderLineFields } pageInfo { hasNextPage endCursor } }
    }
  }
  ${orderLineFields}`);

/**
 * Reads an order with all its lists whole: one call, and one more for each list that did not fit. Null where Shopify
 * does not show it: deleted, or older than 60 days (which is not the same, R44). The customer's own record is left
 * alone: addresses and contacts of the order do without `read_customers`.
 */
export async function getOrderForPlacement(
  admin: AdminClient,
  orderGid: OrderGid,
): Promise<ShopifyOrder | null> {
  const id = orderGid;
  const { data, accessDenied } = await admin.run(orderForPlacement, { id });
  const { order } = data;
  if (!order) return null;
  const withheld = [...accessDenied];
  const [lines, shippingLines, transactions, shippingRefunds, fulfillmentOrders, fulfillments] =
    await Promise.all([
      readRest(order.lineItems, async (after) => {
        const page = await admin.run(orderLines, { id, after });
        return page.data.order?.lineItems ?? null;
      }),
      readAllShippingLines(admin, id, order.shippingLines),
      order.transactions.length < TRANSACTIONS_PAGE_SIZE ? order.transactions : listTransactions(admin, id),
      order.refunds.length === 0 ? [] : listShippingRefunds(admin, id),
      readAllFulfillmentOrders(admin, id, order.fulfillmentOrders, withheld),
      readAllFulfillments(admin, id, order.fulfillments, FULFILLMENTS_PAGE_SIZE),
    ]);
  return toShopifyOrder(
    order,
    { lines, shippingLines, transactions, shippingRefunds, fulfillmentOrders, fulfillments },
    withheld,
  );
}
