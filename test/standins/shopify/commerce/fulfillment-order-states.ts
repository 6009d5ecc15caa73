import { refuseWith } from "../graphql/mutations/user-error.ts";
import type { FulfillmentOrderState } from "../order-state.ts";
import type { Scene } from "../world.ts";
import { remainingUnits, serviceOf } from "./fulfillment-order-actions.ts";
import { emitState } from "./fulfillment-requests.ts";
import { openWhenDue } from "./routing.ts";

/** The rarer moves of a fulfillment order, which merchants and their own apps make. */
export function openAgain(scene: Scene, one: FulfillmentOrderState): void {
  if (one.status !== "SCHEDULED" && one.status !== "IN_PROGRESS") {
    throw refuseWith(`Expected fulfillment order status to be valid but it was ${one.status.toLowerCase()}.`);
  }
  one.status = "OPEN";
  one.updatedAt = scene.world.clock.now();
}

export function reportProgress(scene: Scene, one: FulfillmentOrderState): void {
  const isOpen = one.status === "OPEN" && serviceOf(scene, one) === undefined;
  if (!isOpen && one.status !== "IN_PROGRESS") {
    throw refuseWith("Cannot report progress on a fulfillment order in this state.");
  }
  one.status = "IN_PROGRESS";
  one.updatedAt = scene.world.clock.now();
}

export function reschedule(scene: Scene, one: FulfillmentOrderState, fulfillAt: Date): void {
  if (one.status !== "SCHEDULED") throw refuseWith("Only a scheduled fulfillment order can be rescheduled.");
  one.fulfillAt = fulfillAt;
  one.updatedAt = scene.world.clock.now();
  openWhenDue(scene, one);
}

/** Takes several open fulfillment orders of one order and location into the first. */
export function mergeFulfillmentOrders(
  scene: Scene,
  ones: readonly FulfillmentOrderState[],
): FulfillmentOrderState {
  const [first, ...others] = ones;
  if (!first || others.length === 0) throw refuseWith("At least two fulfillment orders are needed to merge.");
  for (const one of ones) {
    const isAlike = one.orderId === first.orderId && one.locationId === first.locationId;
    if (!isAlike || one.status !== "OPEN" || one.requestStatus === "SUBMITTED") {
      throw refuseWith("The fulfillment orders cannot be merged.", ["fulfillmentOrderMergeInputs"]);
    }
  }
  for (const one of others) {
    for (const line of one.lines) {
      const same = first.lines.find(({ orderLineId }) => orderLineId === line.orderLineId);
      if (same) {
        same.total += line.remaining;
        same.remaining += line.remaining;
      } else if (line.remaining > 0) {
        first.lines.push({
          ...line,
          id: scene.world.ids.next("FulfillmentOrderLineItem"),
          total: line.remaining,
        });
      }
      line.total -= line.remaining;
      line.remaining = 0;
    }
    if (remainingUnits(one) === 0) one.status = "CLOSED";
    one.updatedAt = scene.world.clock.now();
  }
  first.updatedAt = scene.world.clock.now();
  emitState(scene, "fulfillment_orders/merged", first);
  return first;
}
