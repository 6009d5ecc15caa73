import { z } from "zod";
import { activateLevel, onHand, setAvailable } from "../../commerce/inventory.ts";
import { toPaisa } from "../../money.ts";
import type { InventoryItemState, LevelState } from "../../state.ts";
import type { Scene } from "../../world.ts";
import { decimal, idArg, parseArgs, text } from "../arguments.ts";
import { inventoryItemView, levelView } from "../inventory-view.ts";
import { locationView } from "../shop-view.ts";
import { type Args, refuse, type View } from "../view.ts";
import { payload, refuseWith, type UserError, UserErrors } from "./user-error.ts";

export const itemInput = z.strictObject({
  sku: text,
  cost: decimal.nullish(),
  tracked: z.boolean().nullish(),
  requiresShipping: z.boolean().nullish(),
  countryCodeOfOrigin: text,
  measurement: z
    .strictObject({ weight: z.strictObject({ value: z.number(), unit: z.string() }).nullish() })
    .nullish(),
});
const updateArgs = z.strictObject({ id: idArg, input: itemInput });
const activateArgs = z.strictObject({
  inventoryItemId: idArg,
  locationId: idArg,
  available: z.number().nullish(),
  onHand: z.number().nullish(),
  stockAtLegacyLocation: z.boolean().nullish(),
});
const quantity = z.strictObject({
  inventoryItemId: idArg,
  locationId: idArg,
  quantity: z.number(),
  changeFromQuantity: z.number().nullish(),
});
const setArgs = z.strictObject({
  input: z.strictObject({
    name: z.string(),
    reason: z.string(),
    referenceDocumentUri: text,
    quantities: z.array(quantity),
  }),
});
type Quantity = z.infer<typeof quantity>;
type Target = {
  readonly item: InventoryItemState;
  readonly level: LevelState | undefined;
  readonly entry: Quantity;
};

const MAX_QUANTITY = 1_000_000_000;

export function inventoryMutations(scene: Scene): View {
  return {
    inventoryItemUpdate: (args: Args) =>
      payload(["inventoryItem"], () => {
        const { id, input } = parseArgs(updateArgs, args, "inventoryItemUpdate");
        const item = scene.shop.items.get(id);
        if (!item) throw refuseWith("The product couldn't be updated because it does not exist.", ["id"]);
        changeItem(scene, item, input);
        return { inventoryItem: inventoryItemView(scene, item) };
      }),
    inventoryActivate: (args: Args) =>
      payload(["inventoryLevel"], () => {
        const input = parseArgs(activateArgs, args, "inventoryActivate");
        const item = scene.shop.items.get(input.inventoryItemId);
        if (!item) throw refuseWith("Couldn't find the inventory item.", ["inventoryItemId"]);
        if (!scene.shop.locations.has(input.locationId))
          throw refuseWith("The location couldn't be found.", ["locationId"]);
        requireSku(scene, item, input.locationId);
        const wasActive = item.levels.get(input.locationId)?.isActive === true;
        if (wasActive && typeof input.available === "number") {
          throw refuseWith(
            "Not allowed to set available quantity when the item is already active at the location.",
            ["available"],
          );
        }
        const level = activateLevel(scene, item, input.locationId);
        if (typeof input.available === "number") setAvailable(scene, item, input.locationId, input.available);
        return { inventoryLevel: levelView(scene, item, level) };
      }),
    inventoryDeactivate: (args: Args) =>
      payload([], () => {
        deactivate(scene, String(args.inventoryLevelId));
        return {};
      }),
    inventorySetQuantities: (args: Args) => {
      requireChangeFrom(scene, args);
      return payload(["inventoryAdjustmentGroup"], () => {
        const { input } = parseArgs(setArgs, args, "inventorySetQuantities");
        return { inventoryAdjustmentGroup: setQuantities(scene, input) };
      });
    },
  };
}

function requireSku({ shop, world }: Scene, item: InventoryItemState, locationId: string): void {
  if (!world.rules.isOn("sku_at_fulfillment_service") || item.sku) return;
  if (!shop.locations.get(locationId)?.serviceId) return;
  throw refuseWith("The item needs a SKU to be stocked at a fulfillment service.", ["inventoryItemId"]);
}

export function changeItem(scene: Scene, item: InventoryItemState, input: z.infer<typeof itemInput>): void {
  if (input.sku !== undefined) item.sku = input.sku;
  if (input.cost !== undefined) item.cost = input.cost === null ? null : toPaisa(input.cost);
  item.tracked = input.tracked ?? item.tracked;
  item.requiresShipping = input.requiresShipping ?? item.requiresShipping;
  item.countryCodeOfOrigin = input.countryCodeOfOrigin ?? item.countryCodeOfOrigin;
  const weight = input.measurement?.weight;
  if (weight) item.weightKg = weight.unit === "GRAMS" ? weight.value / 1000 : weight.value;
  item.updatedAt = scene.world.clock.now();
}

function deactivate({ shop }: Scene, levelId: string): void {
  for (const item of shop.items.values()) {
    const level = [...item.levels.values()].find(({ id }) => id === levelId);
    if (!level) continue;
    if ([...item.levels.values()].filter(({ isActive }) => isActive).length === 1) {
      throw refuseWith(
        "The product couldn't be unstocked because products need to be stocked at a minimum of 1 location.",
      );
    }
    if (level.committed > 0)
      throw refuseWith("The product couldn't be unstocked because it has committed inventory.");
    level.isActive = false;
    level.available = 0;
    return;
  }
  throw refuseWith("The inventory level couldn't be found.", ["inventoryLevelId"]);
}

function requireChangeFrom(scene: Scene, args: Args): void {
  if (!scene.world.rules.isOn("change_from_quantity_required")) return;
  const quantities: unknown = Reflect.get(Object(args.input), "quantities");
  const isMissing =
    Array.isArray(quantities) && quantities.some((entry) => !("changeFromQuantity" in Object(entry)));
  if (!isMissing) return;
  throw refuse(
    "InventoryQuantityInput must include the following argument: changeFromQuantity.",
    "INVALID_FIELD_ARGUMENTS",
  );
}

function setQuantities(scene: Scene, input: z.infer<typeof setArgs>["input"]) {
  if (input.name !== "available" && input.name !== "on_hand") {
    throw refuseWith(
      "The quantity name must be either 'available' or 'on_hand'.",
      ["input", "name"],
      "INVALID_NAME",
    );
  }
  const targets = input.quantities.map((entry) => targetOf(scene, entry));
  const isOnHand = input.name === "on_hand";
  const errors = input.quantities.flatMap((entry, index) =>
    problemOf(scene, entry, targets[index], index, isOnHand),
  );
  if (errors.length > 0) throw new UserErrors(errors);
  const changes = targets.flatMap((target) => {
    if (!target) return [];
    const { item, entry } = target;
    const level = activateLevel(scene, item, entry.locationId);
    const before = isOnHand ? onHand(level) : level.available;
    setAvailable(scene, item, entry.locationId, isOnHand ? entry.quantity - level.committed : entry.quantity);
    return before === entry.quantity
      ? []
      : [changeView(scene, input.name, item, level, entry.quantity - before)];
  });
  if (changes.length === 0) return null;
  return {
    id: scene.world.ids.next("InventoryAdjustmentGroup"),
    createdAt: scene.world.clock.now().toISOString(),
    reason: input.reason,
    referenceDocumentUri: input.referenceDocumentUri ?? null,
    changes,
  };
}

function targetOf({ shop }: Scene, entry: Quantity): Target | null {
  const item = shop.items.get(entry.inventoryItemId);
  return item ? { item, level: item.levels.get(entry.locationId), entry } : null;
}

function problemOf(
  { shop, world }: Scene,
  entry: Quantity,
  target: Target | null | undefined,
  index: number,
  isOnHand: boolean,
): UserError[] {
  const at = (field: string) => ["input", "quantities", String(index), field];
  if (!target) {
    return [
      {
        field: at("inventoryItemId"),
        code: "INVALID_INVENTORY_ITEM",
        message: "The specified inventory item could not be found.",
      },
    ];
  }
  if (!shop.locations.has(entry.locationId)) {
    return [
      {
        field: at("locationId"),
        code: "INVALID_LOCATION",
        message: "The specified location could not be found.",
      },
    ];
  }
  if (target.item.refusal) return [{ field: at("quantity"), ...target.item.refusal }];
  if (entry.quantity > MAX_QUANTITY) {
    return [
      {
        field: at("quantity"),
        code: "INVALID_QUANTITY_TOO_HIGH",
        message: "The quantity can't be higher than 1,000,000,000.",
      },
    ];
  }
  const held = target.level ? (isOnHand ? onHand(target.level) : target.level.available) : 0;
  const expected = entry.changeFromQuantity;
  const isStale = typeof expected === "number" && expected !== held;
  if (isStale && world.rules.isOn("change_from_quantity_compared")) {
    const message = "The changeFromQuantity argument no longer matches the persisted quantity.";
    return [{ field: at("changeFromQuantity"), code: "CHANGE_FROM_QUANTITY_STALE", message }];
  }
  return [];
}

function changeView(
  scene: Scene,
  name: string,
  item: InventoryItemState,
  level: LevelState,
  delta: number,
): View {
  const location = scene.shop.locations.get(level.locationId);
  return {
    name,
    delta,
    quantityAfterChange: name === "on_hand" ? onHand(level) : level.available,
    ledgerDocumentUri: null,
    item: () => inventoryItemView(scene, item),
    location: location ? () => locationView(scene, location) : null,
  };
}
