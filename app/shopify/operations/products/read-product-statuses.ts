import { type ProductGid, toProductGid } from "#app/platform/ids.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { query } from "#app/shopify/operation.ts";
import type {
  ProductStatusesQuery,
  ProductStatusesQueryVariables,
} from "#app/shopify/operations.generated.ts";

export const productStatuses = query<ProductStatusesQuery, ProductStatusesQueryVariables>(`#graphql
  query ProductStatuses($ids: [ID!]!) {
    nodes(ids: $ids) {
      ... on Product { id status }
    }
  }`);

export type ProductStatus = { readonly id: ProductGid; readonly status: string };

/** Whether up to 250 products are active, drafts, archived or unlisted. Those that no longer exist are left out. */
export async function readProductStatuses(
  admin: AdminClient,
  productIds: readonly ProductGid[],
): Promise<readonly ProductStatus[]> {
  const { data } = await admin.run(productStatuses, { ids: [...productIds] });
  return data.nodes.flatMap((node) =>
    node !== null && "status" in node ? [{ id: toProductGid(node.id), status: node.status }] : [],
  );
}
