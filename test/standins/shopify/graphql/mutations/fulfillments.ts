import { z } from "zod";
import {
  announceFulfillment,
  cancelFulfillment,
  createFulfillment,
  sendMail,
} from "../../commerce/fulfillments.ts";
import type { FulfillmentEventState, FulfillmentState, TrackingState } from "../../order-state.ts";
import type { Scene } from "../../world.ts";
import { idArg, parseArgs, text } from "../arguments.ts";
import { eventView, fulfillmentView } from "../fulfillment-view.ts";
import type { Args, View } from "../view.ts";
import { payload, refuseWith } from "./user-error.ts";

const tracking = z.strictObject({
  company: text,
  number: text,
  numbers: z.array(z.string()).nullish(),
  url: text,
  urls: z.array(z.string()).nullish(),
});
const createArgs = z.strictObject({
  message: text,
  fulfillment: z.strictObject({
    notifyCustomer: z.boolean().nullish(),
    trackingInfo: tracking.nullish(),
    lineItemsByFulfillmentOrder: z.array(
      z.strictObject({
        fulfillmentOrderId: idArg,
        fulfillmentOrderLineItems: z.array(z.strictObject({ id: idArg, quantity: z.number() })).nullish(),
      }),
    ),
  }),
});
const trackingArgs = z.strictObject({
  fulfillmentId: idArg,
  trackingInfoInput: tracking,
  notifyCustomer: z.boolean().nullish(),
});
const eventArgs = z.strictObject({
  fulfillmentEvent: z.strictObject({
    fulfillmentId: idArg,
    status: z.string(),
    happenedAt: text,
    message: text,
    estimatedDeliveryAt: text,
    address1: text,
    city: text,
    province: text,
    country: text,
    zip: text,
  }),
});

export function fulfillmentMutations(scene: Scene): View {
  return {
    fulfillmentCreate: (args: Args) =>
      payload(["fulfillment"], () => {
        const { fulfillment: input } = parseArgs(createArgs, args, "fulfillmentCreate");
        const created = createFulfillment(scene, {
          groups: input.lineItemsByFulfillmentOrder.map((group) => ({
            fulfillmentOrderId: group.fulfillmentOrderId,
            lines: group.fulfillmentOrderLineItems,
          })),
          tracking: input.trackingInfo ? toTracking(input.trackingInfo) : [],
          notifyCustomer: input.notifyCustomer ?? false,
          byMerchant: false,
        });
        return { fulfillment: fulfillmentView(scene, created) };
      }),
    fulfillmentTrackingInfoUpdate: (args: Args) =>
      payload(["fulfillment"], () => {
        const input = parseArgs(trackingArgs, args, "fulfillmentTrackingInfoUpdate");
        const fulfillment = find(scene, input.fulfillmentId);
        if (fulfillment.status === "CANCELLED")
          throw refuseWith("Fulfillment is cancelled.", ["fulfillmentId"]);
        fulfillment.tracking = toTracking(input.trackingInfoInput);
        touch(scene, fulfillment);
        if (input.notifyCustomer) sendMail(scene, "shipping_update", fulfillment);
        return { fulfillment: fulfillmentView(scene, fulfillment) };
      }),
    fulfillmentEventCreate: (args: Args) =>
      payload(["fulfillmentEvent"], () => {
        const { fulfillmentEvent } = parseArgs(eventArgs, args, "fulfillmentEventCreate");
        return { fulfillmentEvent: eventView(addEvent(scene, fulfillmentEvent)) };
      }),
    fulfillmentCancel: (args: Args) =>
      payload(["fulfillment"], () => {
        const fulfillment = find(scene, String(args.id));
        cancelFulfillment(scene, fulfillment);
        return { fulfillment: fulfillmentView(scene, fulfillment) };
      }),
  };
}

function find(scene: Scene, id: string): FulfillmentState {
  const fulfillment = scene.shop.fulfillments.get(id);
  if (!fulfillment) throw refuseWith("Fulfillment not found.", ["id"]);
  return fulfillment;
}

function toTracking(input: z.infer<typeof tracking>): TrackingState[] {
  const numbers = input.numbers ?? (input.number ? [input.number] : []);
  const urls = input.urls ?? (input.url ? [input.url] : []);
  return Array.from({ length: Math.max(numbers.length, urls.length, input.company ? 1 : 0) }, (_, index) => ({
    company: input.company ?? null,
    number: numbers[index] ?? null,
    url: urls[index] ?? null,
  }));
}

function addEvent(scene: Scene, input: z.infer<typeof eventArgs>["fulfillmentEvent"]): FulfillmentEventState {
  const fulfillment = find(scene, input.fulfillmentId);
  const now = scene.world.clock.now();
  const happenedAt = input.happenedAt ? new Date(input.happenedAt) : now;
  const event: FulfillmentEventState = {
    id: scene.world.ids.next("FulfillmentEvent"),
    status: input.status,
    happenedAt,
    createdAt: now,
    message: input.message ?? null,
    city: input.city ?? null,
    province: input.province ?? null,
    country: input.country ?? null,
    zip: input.zip ?? null,
    address1: input.address1 ?? null,
    estimatedDeliveryAt: input.estimatedDeliveryAt ? new Date(input.estimatedDeliveryAt) : null,
  };
  fulfillment.events.push(event);
  if (fulfillment.status === "SUCCESS") fulfillment.displayStatus = displayStatusOf(fulfillment);
  if (input.status === "DELIVERED") fulfillment.deliveredAt = happenedAt;
  if (input.status === "IN_TRANSIT") fulfillment.inTransitAt ??= happenedAt;
  touch(scene, fulfillment);
  return event;
}

/** The latest event by the time it happened decides. */
function displayStatusOf({ events }: FulfillmentState): string {
  const latest = [...events].sort((a, b) => a.happenedAt.getTime() - b.happenedAt.getTime()).at(-1);
  return latest?.status ?? "FULFILLED";
}

function touch(scene: Scene, fulfillment: FulfillmentState): void {
  fulfillment.updatedAt = scene.world.clock.now();
  const order = scene.shop.orders.get(fulfillment.orderId);
  if (order) announceFulfillment(scene, order, fulfillment, "fulfillments/update");
}
