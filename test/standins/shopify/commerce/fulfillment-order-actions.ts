import type { FulfillmentOrderState } from "../order-state.ts";
import type { Scene } from "../world.ts";

/** Which service, if any, owns the location of a fulfillment order. */
export function serviceOf({ shop }: Scene, { locationId }: FulfillmentOrderState) {
  const serviceId = shop.locations.get(locationId)?.serviceId;
  return serviceId ? shop.services.get(serviceId) : undefined;
}

export function remainingUnits({ lines }: FulfillmentOrderState): number {
  return lines.reduce((total, { remaining }) => total + remaining, 0);
}

/** What the merchant or an app may do next, as the recorded lifecycles offer it. */
export function supportedActions(scene: Scene, fulfillmentOrder: FulfillmentOrderState): string[] {
  const { status, requestStatus } = fulfillmentOrder;
  const isService = serviceOf(scene, fulfillmentOrder) !== undefined;
  const split = remainingUnits(fulfillmentOrder) > 1 ? ["SPLIT"] : [];
  if (status === "CLOSED" || status === "CANCELLED") return [];
  if (status === "ON_HOLD") return ["RELEASE_HOLD", "HOLD", "MOVE"];
  if (status === "SCHEDULED") return ["MARK_AS_OPEN"];
  if (!isService) {
    return status === "IN_PROGRESS"
      ? ["CREATE_FULFILLMENT", "MARK_AS_OPEN"]
      : ["CREATE_FULFILLMENT", "REPORT_PROGRESS", "MOVE", "HOLD", ...split];
  }
  if (requestStatus === "SUBMITTED") return ["CANCEL_FULFILLMENT_ORDER"];
  if (status === "IN_PROGRESS") return ["CREATE_FULFILLMENT", "REQUEST_CANCELLATION"];
  return ["REQUEST_FULFILLMENT", "CREATE_FULFILLMENT", "HOLD", ...split, "MOVE"];
}
