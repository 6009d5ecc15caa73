import { toIso } from "../clock.ts";
import { onHand } from "../commerce/inventory.ts";
import { legacyId } from "../ids.ts";
import { moneyView } from "../money.ts";
import type { InventoryItemState, LevelState } from "../state.ts";
import type { Scene } from "../world.ts";
import { connection } from "./connection.ts";
import { weightView } from "./order-line-view.ts";
import { variantView } from "./product-view.ts";
import { locationView } from "./shop-view.ts";
import type { Args, View } from "./view.ts";

export function inventoryItemView(scene: Scene, item: InventoryItemState): View {
  const variant = scene.shop.variants.get(item.variantId);
  const active = () => [...item.levels.values()].filter(({ isActive }) => isActive);
  return {
    __typename: "InventoryItem",
    id: item.id,
    legacyResourceId: String(legacyId(item.id)),
    sku: item.sku,
    tracked: item.tracked,
    requiresShipping: item.requiresShipping,
    countryCodeOfOrigin: item.countryCodeOfOrigin,
    createdAt: toIso(item.createdAt),
    updatedAt: toIso(item.updatedAt),
    unitCost: item.cost === null ? null : moneyView(item.cost, scene.shop.currency),
    measurement: {
      id: item.id.replace("InventoryItem", "InventoryItemMeasurement"),
      weight: weightView(item.weightKg),
    },
    variant: variant ? () => variantView(scene, variant) : null,
    variants: (args: Args) => connection(args, variant ? [variant] : [], (one) => variantView(scene, one)),
    locationsCount: () => ({ count: active().length, precision: "EXACT" }),
    inventoryLevel: (args: Args) => {
      const level = item.levels.get(String(args.locationId));
      return level?.isActive ? levelView(scene, item, level) : null;
    },
    inventoryLevels: (args: Args) => connection(args, active(), (level) => levelView(scene, item, level)),
  };
}

export function levelView(scene: Scene, item: InventoryItemState, level: LevelState): View {
  const location = scene.shop.locations.get(level.locationId);
  const quantities: Readonly<Record<string, number>> = {
    available: level.available,
    on_hand: onHand(level),
    committed: level.committed,
    incoming: 0,
    reserved: 0,
    damaged: 0,
    safety_stock: 0,
    quality_control: 0,
  };
  return {
    __typename: "InventoryLevel",
    id: level.id,
    isActive: level.isActive,
    canDeactivate: level.committed === 0,
    createdAt: toIso(level.updatedAt),
    updatedAt: toIso(level.updatedAt),
    item: () => inventoryItemView(scene, item),
    location: location ? () => locationView(scene, location) : null,
    quantities: (args: Args) =>
      (Array.isArray(args.names) ? args.names : []).map((name) => ({
        id: `${level.id}&name=${name}`,
        name,
        quantity: quantities[name] ?? 0,
        updatedAt: toIso(level.updatedAt),
      })),
  };
}
