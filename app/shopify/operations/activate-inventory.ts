import type { AdminClient } from "../admin-client.server.ts";
import { mutation } from "../operation.ts";
import type {
  InventoryActivateMutation,
  InventoryActivateMutationVariables,
} from "../operations.generated.ts";

export const inventoryActivate = mutation<InventoryActivateMutation, InventoryActivateMutationVariables>(
  `#graphql
  mutation InventoryActivate($inventoryItemId: ID!, $locationId: ID!, $key: String!) {
    inventoryActivate(inventoryItemId: $inventoryItemId, locationId: $locationId) @idempotent(key: $key) {
      inventoryLevel { id }
      userErrors { field message }
    }
  }`,
  { repeatable: true },
);

/** Stocks an item at a location, at 0. `key` belongs to this intent and is used again only for the same one. */
export async function activateInventory(
  admin: AdminClient,
  input: { readonly inventoryItemId: string; readonly locationId: string; readonly key: string },
): Promise<void> {
  await admin.run(inventoryActivate, { ...input });
}
