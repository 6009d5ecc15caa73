import {
  type InventoryItemGid,
  type LocationGid,
  type ProductGid,
  type SupplierVariantId,
  toInventoryItemGid,
  toLocationGid,
  toSupplierVariantId,
  toVariantGid,
  type VariantGid,
} from "#app/platform/ids.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { query } from "#app/shopify/operation.ts";
import { readRest } from "#app/shopify/operations/read-rest.ts";
import type {
  VariantsOfProductsQuery,
  VariantsOfProductsQueryVariables,
} from "#app/shopify/operations.generated.ts";

export const variantsOfProducts = query<VariantsOfProductsQuery, VariantsOfProductsQueryVariables>(`#graphql
  query VariantsOfProducts($query: String!, $after: String) {
    productVariants(first: 250, query: $query, after: $after) {
      nodes {
        id
        supplierVariantId: metafield(namespace: "$app", key: "supplier_variant_id") { value }
        inventoryItem {
          id
          inventoryLevels(first: 5) { nodes { id isActive location { id } } }
        }
      }
      pageInfo { hasNextPage endCursor }
    }
  }`);

export type VariantOfProduct = {
  readonly id: VariantGid;
  /** The service's variant id, from our own metafield. */
  readonly supplierVariantId: SupplierVariantId | null;
  readonly inventoryItemId: InventoryItemGid;
  /** Where it is stocked: the first five places. */
  readonly levels: readonly { readonly id: string; readonly locationId: LocationGid }[];
};

/**
 * The variants of many products in one read. It goes through Shopify's search, which may not know a product made a
 * moment ago: what is missing is read by its id. https://shopify.dev/docs/api/usage/search-syntax
 */
export async function listProductVariants(
  admin: AdminClient,
  productGids: readonly ProductGid[],
): Promise<readonly VariantOfProduct[]> {
  if (productGids.length === 0) return [];
  const search = `product_ids:${productGids.map((gid) => gid.split("/").at(-1)).join(",")}`;
  const read = async (after: string | null) =>
    (await admin.run(variantsOfProducts, { query: search, after })).data.productVariants;
  const nodes = await readRest(await read(null), read);
  return nodes.map(({ id, supplierVariantId, inventoryItem }) => ({
    id: toVariantGid(id),
    supplierVariantId: supplierVariantId ? toSupplierVariantId(supplierVariantId.value) : null,
    inventoryItemId: toInventoryItemGid(inventoryItem.id),
    levels: inventoryItem.inventoryLevels.nodes.flatMap((level) =>
      level.isActive ? [{ id: level.id, locationId: toLocationGid(level.location.id) }] : [],
    ),
  }));
}
