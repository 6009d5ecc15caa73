import {
  type InventoryItemGid,
  type LocationGid,
  type ProductGid,
  toInventoryItemGid,
  toProductGid,
  toVariantGid,
  type VariantGid,
} from "#app/platform/ids.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { query } from "#app/shopify/operation.ts";
import type {
  StockedVariantsQuery,
  StockedVariantsQueryVariables,
} from "#app/shopify/operations.generated.ts";

export const stockedVariants = query<StockedVariantsQuery, StockedVariantsQueryVariables>(`#graphql
  query StockedVariants($locationId: ID!, $after: String) {
    location(id: $locationId) {
      inventoryLevels(first: 100, after: $after) {
        nodes {
          id
          quantities(names: ["available"]) { name quantity }
          item { id variants(first: 1) { nodes { id title product { id title } } } }
        }
        pageInfo { hasNextPage endCursor }
      }
    }
  }`);

export type StockedVariant = {
  readonly levelId: string;
  readonly inventoryItemId: InventoryItemGid;
  readonly variantId: VariantGid;
  readonly title: string;
  readonly productId: ProductGid;
  readonly productTitle: string;
  readonly available: number;
};

/** What is stocked at a location, 100 at a time; an item that no variant has any more is left out. */
export async function listStockedVariants(
  admin: AdminClient,
  input: { readonly locationId: LocationGid; readonly after: string | null },
): Promise<{ readonly variants: readonly StockedVariant[]; readonly next: string | null }> {
  const { data } = await admin.run(stockedVariants, { ...input });
  const levels = data.location?.inventoryLevels;
  if (!levels) return { variants: [], next: null };
  const variants = levels.nodes.flatMap(({ id, quantities, item }) => {
    const [variant] = item.variants?.nodes ?? [];
    if (!variant) return [];
    const available = quantities.find(({ name }) => name === "available")?.quantity ?? 0;
    const product = { productId: toProductGid(variant.product.id), productTitle: variant.product.title };
    return [
      {
        ...{
          levelId: id,
          inventoryItemId: toInventoryItemGid(item.id),
          variantId: toVariantGid(variant.id),
          title: variant.title,
        },
        ...product,
        available,
      },
    ];
  });
  const { hasNextPage, endCursor } = levels.pageInfo;
  return { variants, next: hasNextPage ? (endCursor ?? null) : null };
}
