import { type OrderGid, toOrderGid, toVariantGid, type VariantGid } from "#app/platform/ids.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { query } from "#app/shopify/operation.ts";
import type {
  OrdersWithVariantsQuery,
  OrdersWithVariantsQueryVariables,
} from "#app/shopify/operations.generated.ts";

export const ordersWithVariants = query<OrdersWithVariantsQuery, OrdersWithVariantsQueryVariables>(`#graphql
  query OrdersWithVariants($ids: [ID!]!) {
    nodes(ids: $ids) {
      ... on Order { id name lineItems(first: 20) { nodes { unfulfilledQuantity variant { id } } } }
    }
  }`);

type OrderWithVariants = {
  readonly id: OrderGid;
  readonly name: string;
  /** Of the first 20 lines, those with something left to ship. */
  readonly variantIds: readonly VariantGid[];
};

/** Which variants up to 20 orders still wait for; orders that cannot be read are left out. */
export async function listOrdersWithVariants(
  admin: AdminClient,
  orderGids: readonly OrderGid[],
): Promise<readonly OrderWithVariants[]> {
  if (orderGids.length === 0) return [];
  const { data } = await admin.run(ordersWithVariants, { ids: [...orderGids] });
  return data.nodes.flatMap((node) =>
    node === null || !("lineItems" in node)
      ? []
      : [
          {
            ...{ id: toOrderGid(node.id), name: node.name },
            variantIds: node.lineItems.nodes.flatMap(({ unfulfilledQuantity, variant }) =>
              unfulfilledQuantity > 0 && variant ? [toVariantGid(variant.id)] : [],
            ),
          },
        ],
  );
}
