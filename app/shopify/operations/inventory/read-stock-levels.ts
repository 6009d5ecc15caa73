import { type InventoryItemGid, type LocationGid, toInventoryItemGid } from "#app/platform/ids.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { query } from "#app/shopify/operation.ts";
import type { StockLevelsQuery, StockLevelsQueryVariables } from "#app/shopify/operations.generated.ts";

export const stockLevels = query<StockLevelsQuery, StockLevelsQueryVariables>(`#graphql
  query StockLevels($ids: [ID!]!, $locationId: ID!) {
    nodes(ids: $ids) {
      ... on InventoryItem {
        id
        inventoryLevel(locationId: $locationId) {
          isActive
          quantities(names: ["available", "committed"]) { name quantity }
        }
      }
    }
  }`);

/** One item at one location. Nothing is available, or committed, of an item that is not stocked there. */
export type StockLevel = {
  readonly inventoryItemId: InventoryItemGid;
  readonly available: number;
  readonly committed: number;
};

/** So many items in one read: each costs about three points of the thousand one document may cost. */
export const LEVELS_PER_READ = 250;

/** What stands of up to 250 items at one location. Items that no longer exist are left out. */
export async function readStockLevels(
  admin: AdminClient,
  input: { readonly inventoryItemIds: readonly InventoryItemGid[]; readonly locationId: LocationGid },
): Promise<readonly StockLevel[]> {
  const ids = [...input.inventoryItemIds];
  const { data } = await admin.run(stockLevels, { ids, locationId: input.locationId });
  return data.nodes.flatMap((node) => {
    if (node === null || !("inventoryLevel" in node)) return [];
    const { id, inventoryLevel: level } = node;
    const quantityOf = (name: string) =>
      (level?.isActive && level.quantities.find((entry) => entry.name === name)?.quantity) || 0;
    return [
      {
        inventoryItemId: toInventoryItemGid(id),
        available: quantityOf("available"),
        committed: quantityOf("committed"),
      },
    ];
  });
}
