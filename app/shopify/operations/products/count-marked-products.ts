import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { query } from "#app/shopify/operation.ts";
import type { MarkedProductsQuery, MarkedProductsQueryVariables } from "#app/shopify/operations.generated.ts";

export const markedProducts = query<MarkedProductsQuery, MarkedProductsQueryVariables>(`#graphql
  query MarkedProducts {
    metafieldDefinition(
      identifier: { ownerType: PRODUCT, namespace: "$app", key: "supplier_product_id" }
    ) { metafieldsCount }
  }`);

/** How many products of the shop carry the service's id in our metafield, for one point. */
export async function countMarkedProducts(admin: AdminClient): Promise<number> {
  const { data } = await admin.run(markedProducts, {});
  return data.metafieldDefinition?.metafieldsCount ?? 0;
}
