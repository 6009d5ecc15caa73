import { refuseWith } from "../graphql/mutations/user-error.ts";
import type { FulfillmentOrderState } from "../order-state.ts";
import type { Scene } from "../world.ts";

export type Units = ReadonlyArray<{ readonly id: string; readonly quantity: number }>;

/** Keeps the named units and moves the rest to a new fulfillment order; null when nothing is left over. */
export function splitOff(
  scene: Scene,
  one: FulfillmentOrderState,
  keep: Units,
): FulfillmentOrderState | null {
  const rest = one.lines.map((line) => ({ line, left: line.remaining - quantityOf(keep, line.id) }));
  if (keep.some(({ id }) => !one.lines.some((line) => line.id === id))) {
    throw refuseWith("Fulfillment order line item does not exist.", ["fulfillmentOrderLineItems"]);
  }
  if (rest.some(({ left }) => left < 0) || keep.some(({ quantity }) => quantity <= 0)) {
    throw refuseWith("Quantity must be between one and the remaining quantity.", [
      "fulfillmentOrderLineItems",
    ]);
  }
  const moved = rest.filter(({ left }) => left > 0);
  if (moved.length === 0) return null;
  const { world, shop } = scene;
  const other: FulfillmentOrderState = {
    ...one,
    id: world.ids.next("FulfillmentOrder"),
    requestStatus: "UNSUBMITTED",
    createdAt: world.clock.now(),
    updatedAt: world.clock.now(),
    holds: [],
    requests: [],
    lines: moved.map(({ line, left }) => ({
      id: world.ids.next("FulfillmentOrderLineItem"),
      orderLineId: line.orderLineId,
      total: left,
      remaining: left,
    })),
  };
  for (const { line, left } of rest) {
    line.remaining -= left;
    line.total -= left;
  }
  one.lines = one.lines.filter(({ total }) => total > 0);
  shop.fulfillmentOrders.set(other.id, other);
  world.webhooks.emit(shop, "fulfillment_orders/split", {
    fulfillment_order: { id: one.id, status: one.status.toLowerCase() },
    remaining_fulfillment_order: { id: other.id, status: other.status.toLowerCase() },
  });
  return other;
}

function quantityOf(units: Units, id: string): number {
  return units.find((unit) => unit.id === id)?.quantity ?? 0;
}
