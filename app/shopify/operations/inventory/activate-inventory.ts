import type { InventoryItemGid, LocationGid } from "#app/platform/ids.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { mutation } from "#app/shopify/operation.ts";
import type {
  InventoryActivateMutation,
  InventoryActivateMutationVariables,
} from "#app/shopify/operations.generated.ts";

export const inventoryActivate = mutation<InventoryActivateMutation, InventoryActivateMutationVariables>(
  `#graphql
  mutation InventoryActivate($inventoryItemId: ID!, $locationId: ID!, $available: Int, $key: String!) {
    inventoryActivate(
      inventoryItemId: $inventoryItemId, locationId: $locationId, available: $available
    ) @idempotent(key: $key) {
      inventoryLevel { id }
      userErrors { field message }
    }
  }`,
  { repeatable: true },
);

type Activation = {
  readonly inventoryItemId: InventoryItemGid;
  readonly locationId: LocationGid;
  /** 0 when left out. */
  readonly available?: number;
  readonly key: string;
};

/** Stocks an item at a location. `key` belongs to this intent and is used again only for the same one. */
export async function activateInventory(admin: AdminClient, input: Activation): Promise<void> {
  await admin.run(inventoryActivate, { ...input });
}
