import { toShopTime } from "../clock.ts";
import type { InventoryItemState, LevelState } from "../state.ts";
import type { Scene } from "../world.ts";

/** Levels: on hand is what is available plus what orders have committed. */
export function onHand(level: LevelState): number {
  return level.available + level.committed;
}

export function activateLevel({ world }: Scene, item: InventoryItemState, locationId: string): LevelState {
  const now = world.clock.now();
  const existing = item.levels.get(locationId);
  if (existing) {
    existing.isActive = true;
    return existing;
  }
  const number = world.ids.number("InventoryLevel");
  const id = `gid://shopify/InventoryLevel/${number}?inventory_item_id=${item.id.split("/").at(-1)}`;
  const level: LevelState = { id, locationId, available: 0, committed: 0, isActive: true, updatedAt: now };
  item.levels.set(locationId, level);
  return level;
}

export function setAvailable(
  scene: Scene,
  item: InventoryItemState,
  locationId: string,
  available: number,
): LevelState {
  const level = activateLevel(scene, item, locationId);
  if (level.available === available) return level;
  level.available = available;
  level.updatedAt = scene.world.clock.now();
  announceLevel(scene, item, level);
  return level;
}

/** Moves units between available and committed, or takes committed units out of the shop. */
export function shiftStock(
  scene: Scene,
  itemId: string | null,
  locationId: string,
  by: { readonly available?: number; readonly committed?: number },
): void {
  const item = itemId === null ? undefined : scene.shop.items.get(itemId);
  if (!item?.tracked) return;
  const level = activateLevel(scene, item, locationId);
  level.available += by.available ?? 0;
  level.committed += by.committed ?? 0;
  level.updatedAt = scene.world.clock.now();
  if (by.available) announceLevel(scene, item, level);
}

export function totalAvailable(item: InventoryItemState): number {
  return [...item.levels.values()]
    .filter(({ isActive }) => isActive)
    .reduce((sum, level) => sum + level.available, 0);
}

function announceLevel({ world, shop }: Scene, item: InventoryItemState, level: LevelState): void {
  world.webhooks.emit(shop, "inventory_levels/update", {
    inventory_item_id: Number(item.id.split("/").at(-1)),
    location_id: Number(level.locationId.split("/").at(-1)),
    available: level.available,
    updated_at: toShopTime(level.updatedAt),
    admin_graphql_api_id: level.id,
  });
}
