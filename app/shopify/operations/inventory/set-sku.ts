import type { InventoryItemGid } from "#app/platform/ids.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { mutation } from "#app/shopify/operation.ts";
import type {
  InventorySkuMutation,
  InventorySkuMutationVariables,
} from "#app/shopify/operations.generated.ts";

export const inventorySku = mutation<InventorySkuMutation, InventorySkuMutationVariables>(
  `#graphql
  mutation InventorySku($id: ID!, $sku: String!) {
    inventoryItemUpdate(id: $id, input: { sku: $sku }) {
      inventoryItem { id }
      userErrors { field message }
    }
  }`,
  { repeatable: true },
);

/** Gives an item its SKU; without one Shopify does not stock it at the location of a fulfillment service. */
export async function setSku(
  admin: AdminClient,
  { inventoryItemId, sku }: { readonly inventoryItemId: InventoryItemGid; readonly sku: string },
): Promise<void> {
  await admin.run(inventorySku, { id: inventoryItemId, sku });
}
