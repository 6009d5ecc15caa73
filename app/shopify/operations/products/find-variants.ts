import {
  type InventoryItemGid,
  type ProductGid,
  toInventoryItemGid,
  toProductGid,
  toVariantGid,
  type VariantGid,
} from "#app/platform/ids.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { query } from "#app/shopify/operation.ts";
import type { VariantsByIdQuery, VariantsByIdQueryVariables } from "#app/shopify/operations.generated.ts";

export const variantsById = query<VariantsByIdQuery, VariantsByIdQueryVariables>(`#graphql
  query VariantsById($ids: [ID!]!) {
    nodes(ids: $ids) {
      ... on ProductVariant { id sku title price product { id title } inventoryItem { id } }
    }
  }`);

export type FoundVariant = {
  readonly id: VariantGid;
  readonly sku: string | null;
  readonly title: string;
  /** Decimals in the shop's currency. */
  readonly price: string;
  readonly productId: ProductGid;
  readonly productTitle: string;
  readonly inventoryItemId: InventoryItemGid;
};

/** Up to 100 variants of the shop by their gids; those that are no longer there are left out. */
export async function findVariants(
  admin: AdminClient,
  variantGids: readonly VariantGid[],
): Promise<readonly FoundVariant[]> {
  if (variantGids.length === 0) return [];
  const { data } = await admin.run(variantsById, { ids: [...variantGids] });
  return data.nodes.flatMap((node) =>
    node === null || !("inventoryItem" in node)
      ? []
      : [
          {
            ...{ id: toVariantGid(node.id), sku: node.sku ?? null, title: node.title, price: node.price },
            ...{ productId: toProductGid(node.product.id), productTitle: node.product.title },
            inventoryItemId: toInventoryItemGid(node.inventoryItem.id),
          },
        ],
  );
}
