import { createHash } from "node:crypto";
import { AppError } from "#app/platform/errors.ts";
import type { InventoryItemGid, LocationGid } from "#app/platform/ids.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import {
  type InventoryLevel,
  listInventoryLevels,
} from "#app/shopify/operations/inventory/list-inventory-levels.ts";
import { type QuantityChange, setQuantities } from "#app/shopify/operations/inventory/set-quantities.ts";

const LEVELS_PER_READ = 50;

type ZeroInventoryInput = {
  readonly locationGid: LocationGid;
  readonly inventoryItemGids: readonly InventoryItemGid[];
  /** Belongs to this occasion: the same request on another day has another. */
  readonly key: string;
};

/** Nobody can buy these at our location any more. May be repeated; what is empty already is left alone. */
export async function zeroInventory(
  admin: AdminClient,
  { locationGid, inventoryItemGids, key }: ZeroInventoryInput,
): Promise<void> {
  for (let at = 0; at < inventoryItemGids.length; at += LEVELS_PER_READ) {
    const levels = await listInventoryLevels(admin, inventoryItemGids.slice(at, at + LEVELS_PER_READ));
    const stocked = levels.filter((level) => level.active && level.locationId === locationGid);
    await writeZeros(
      admin,
      locationGid,
      stocked.filter((level) => level.available !== 0),
      key,
    );
  }
}

async function writeZeros(
  admin: AdminClient,
  locationId: LocationGid,
  levels: readonly InventoryLevel[],
  occasion: string,
): Promise<void> {
  if (levels.length === 0) return;
  const changes = levels.map(({ inventoryItemId, available }) => {
    return { inventoryItemId, quantity: 0, changeFrom: available };
  });
  const keyOf = (list: readonly QuantityChange[]) =>
    `${occasion}/${createHash("sha256").update(JSON.stringify(list)).digest("hex").slice(0, 32)}`;
  const { staleIds, refused } = await setQuantities(admin, { locationId, changes, keyOf });
  // The others are empty by now; what is gone is nobody's to buy.
  if (staleIds.length > 0) {
    throw new AppError("stock_moved", "Stock moved while inventory was being zeroed", { retryable: true });
  }
  if (refused.length > 0) {
    throw new AppError("stock_refused", "Shopify refused to zero an inventory level", { retryable: true });
  }
}
