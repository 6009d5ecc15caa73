import type { InventoryItemGid } from "#app/platform/ids.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { mutation } from "#app/shopify/operation.ts";
import type {
  InventoryTrackMutation,
  InventoryTrackMutationVariables,
} from "#app/shopify/operations.generated.ts";

export const inventoryTrack = mutation<InventoryTrackMutation, InventoryTrackMutationVariables>(
  `#graphql
  mutation InventoryTrack($id: ID!) {
    inventoryItemUpdate(id: $id, input: { tracked: true }) {
      inventoryItem { id }
      userErrors { field message }
    }
  }`,
  { repeatable: true },
);

/** Has Shopify count an item's stock; without it the item sells for ever. */
export async function trackInventory(admin: AdminClient, inventoryItemId: InventoryItemGid): Promise<void> {
  await admin.run(inventoryTrack, { id: inventoryItemId });
}
