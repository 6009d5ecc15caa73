import { refuseWith } from "../graphql/mutations/user-error.ts";
import type { FulfillmentOrderState } from "../order-state.ts";
import type { Scene } from "../world.ts";
import { emitState } from "./fulfillment-requests.ts";
import { shiftStock } from "./inventory.ts";
import { splitOff, type Units } from "./split.ts";

/** These wait for a fulfillment service to act (reference of fulfillmentOrderMove). */
const AWAITS_SERVICE = new Set(["SUBMITTED", "ACCEPTED", "CANCELLATION_REQUESTED", "CANCELLATION_REJECTED"]);

/** Where a fulfillment order could go: every other location that is open; whether it can is asked of each. */
export function locationsForMove(scene: Scene, one: FulfillmentOrderState) {
  return [...scene.shop.locations.values()]
    .filter(({ id, isActive }) => isActive && id !== one.locationId)
    .map((location) => ({ id: location.id, location, movable: isStockedAt(scene, one, location.id) }));
}

function isStockedAt(scene: Scene, { orderId, lines }: FulfillmentOrderState, locationId: string): boolean {
  const order = scene.shop.orders.get(orderId);
  return lines.every(({ orderLineId }) => {
    const itemId = order?.lines.find(({ id }) => id === orderLineId)?.inventoryItemId;
    const item = itemId ? scene.shop.items.get(itemId) : undefined;
    return !item?.tracked || item.levels.get(locationId)?.isActive === true;
  });
}

function refuseUnstocked(scene: Scene, one: FulfillmentOrderState, locationId: string): void {
  if (!scene.world.rules.isOn("move_needs_stock") || isStockedAt(scene, one, locationId)) return;
  throw refuseWith("The destination location doesn't stock the requested inventory item.", ["newLocationId"]);
}

/** Moves a fulfillment order, or some of its units, to another location; stock commitments move along. */
export function moveFulfillmentOrder(
  scene: Scene,
  one: FulfillmentOrderState,
  locationId: string,
  units: Units | null,
): FulfillmentOrderState | null {
  const location = scene.shop.locations.get(locationId);
  if (!location) throw refuseWith("Location not found.", ["newLocationId"]);
  if (!["OPEN", "ON_HOLD", "INCOMPLETE"].includes(one.status) || AWAITS_SERVICE.has(one.requestStatus)) {
    throw refuseWith("Cannot move the fulfillment order in its current state.");
  }
  refuseUnstocked(scene, one, locationId);
  const rest = units && units.length > 0 ? splitOff(scene, one, units) : null;
  const order = scene.shop.orders.get(one.orderId);
  for (const { orderLineId, remaining } of one.lines) {
    const itemId = order?.lines.find(({ id }) => id === orderLineId)?.inventoryItemId ?? null;
    shiftStock(scene, itemId, one.locationId, { committed: -remaining, available: remaining });
    shiftStock(scene, itemId, locationId, { committed: remaining, available: -remaining });
  }
  one.locationId = locationId;
  one.locationName = location.name;
  one.requestStatus = "UNSUBMITTED";
  one.updatedAt = scene.world.clock.now();
  emitState(scene, "fulfillment_orders/moved", one);
  return rest;
}
