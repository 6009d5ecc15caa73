import {
  type InventoryItemGid,
  type LocationGid,
  toInventoryItemGid,
  toLocationGid,
} from "#app/platform/ids.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { query } from "#app/shopify/operation.ts";
import type {
  InventoryLevelsQuery,
  InventoryLevelsQueryVariables,
} from "#app/shopify/operations.generated.ts";

export const inventoryLevels = query<InventoryLevelsQuery, InventoryLevelsQueryVariables>(`#graphql
  query InventoryLevels($ids: [ID!]!) {
    nodes(ids: $ids) {
      ... on InventoryItem {
        id
        inventoryLevels(first: 50) {
          nodes {
            id isActive
            location { id }
            quantities(names: ["available", "committed"]) { name quantity }
          }
        }
      }
    }
  }`);

export type InventoryLevel = {
  readonly id: string;
  readonly inventoryItemId: InventoryItemGid;
  readonly locationId: LocationGid;
  readonly active: boolean;
  readonly available: number;
  readonly committed: number;
};

/** Where up to 50 items are stocked, and how many. Items that no longer exist are left out. */
export async function listInventoryLevels(
  admin: AdminClient,
  inventoryItemGids: readonly InventoryItemGid[],
): Promise<readonly InventoryLevel[]> {
  const { data } = await admin.run(inventoryLevels, { ids: [...inventoryItemGids] });
  return data.nodes.flatMap((node) => {
    if (node === null || !("inventoryLevels" in node)) return [];
    return node.inventoryLevels.nodes.map((level) => ({
      id: level.id,
      inventoryItemId: toInventoryItemGid(node.id),
      locationId: toLocationGid(level.location.id),
      active: level.isActive,
      available: quantityOf(level.quantities, "available"),
      committed: quantityOf(level.quantities, "committed"),
    }));
  });
}

function quantityOf(
  quantities: readonly { readonly name: string; readonly quantity: number }[],
  name: string,
): number {
  return quantities.find((entry) => entry.name === name)?.quantity ?? 0;
}
