import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { mutation } from "#app/shopify/operation.ts";
import type {
  InventoryDeactivateMutation,
  InventoryDeactivateMutationVariables,
} from "#app/shopify/operations.generated.ts";

export const inventoryDeactivate = mutation<
  InventoryDeactivateMutation,
  InventoryDeactivateMutationVariables
>(
  `#graphql
  mutation InventoryDeactivate($inventoryLevelId: ID!) {
    inventoryDeactivate(inventoryLevelId: $inventoryLevelId) {
      userErrors { field message }
    }
  }`,
  { repeatable: false },
);

/** Stops stocking an item at the location of this level (R43). Read the levels again after an unknown outcome. */
export async function deactivateInventory(admin: AdminClient, inventoryLevelId: string): Promise<void> {
  await admin.run(inventoryDeactivate, { inventoryLevelId });
}
