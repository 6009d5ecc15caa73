import type { OrderGid } from "#app/platform/ids.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { query } from "#app/shopify/operation.ts";
import { readRest } from "#app/shopify/operations/read-rest.ts";
import type {
  OrderRefundsQuery,
  OrderRefundsQueryVariables,
  RefundShippingLinesQuery,
  RefundShippingLinesQueryVariables,
  ShippingRefundFieldsFragment,
} from "#app/shopify/operations.generated.ts";
import { shippingRefundFields } from "./order-fields.ts";

export const orderRefunds = query<OrderRefundsQuery, OrderRefundsQueryVariables>(`#graphql
  query OrderRefunds($id: ID!) {
    order(id: $id) {
      refunds(first: 250) {
        id
        refundShippingLines(first: 1) {
          nodes { ...ShippingRefundFields }
          pageInfo { hasNextPage endCursor }
        }
      }
    }
  }
  ${shippingRefundFields}`);

export const refundShippingLines = query<
  RefundShippingLinesQuery,
  RefundShippingLinesQueryVariables
>(`#graphql
  query RefundShippingLines($id: ID!, $after: String) {
    refund(id: $id) {
      refundShippingLines(first: 50, after: $after) {
        nodes { ...ShippingRefundFields }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
  ${shippingRefundFields}`);

/** What was given back of an order's shipping, by its first 250 refunds: Shopify shows no more of them. */
export async function listShippingRefunds(
  admin: AdminClient,
  orderGid: OrderGid,
): Promise<readonly ShippingRefundFieldsFragment[]> {
  const { data } = await admin.run(orderRefunds, { id: orderGid });
  const parts = await Promise.all(
    (data.order?.refunds ?? []).map(({ id, refundShippingLines: first }) =>
      readRest(first, async (after) => {
        const page = await admin.run(refundShippingLines, { id, after });
        return page.data.refund?.refundShippingLines ?? null;
      }),
    ),
  );
  return parts.flat();
}
