import { refuseWith } from "../graphql/mutations/user-error.ts";
import type { FulfillmentOrderState } from "../order-state.ts";
import type { Scene } from "../world.ts";
import { emitState } from "./fulfillment-requests.ts";
import { shiftStock } from "./inventory.ts";
import { splitOff, type Units } from "./split.ts";

/** Moves a fulfillment order, or some of its units, to another location; stock commitments move along. */
export function moveFulfillmentOrder(
  scene: Scene,
  one: FulfillmentOrderState,
  locationId: string,
  units: Units | null,
): FulfillmentOrderState | null {
  const location = scene.shop.locations.get(locationId);
  if (!location) throw refuseWith("Location not found.", ["newLocationId"]);
  if (!["OPEN", "ON_HOLD", "INCOMPLETE"].includes(one.status) || one.requestStatus === "SUBMITTED") {
    throw refuseWith("Cannot move the fulfillment order in its current state.");
  }
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
