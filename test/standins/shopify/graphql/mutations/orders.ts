import { z } from "zod";
import { cancelOrder } from "../../commerce/cancel-order.ts";
import { createRefund } from "../../commerce/refunds.ts";
import { toPaisa } from "../../money.ts";
import type { OrderState } from "../../order-state.ts";
import { touchOrder } from "../../webhooks/order-events.ts";
import type { Scene } from "../../world.ts";
import { decimal, idArg, parseArgs, text } from "../arguments.ts";
import { findNode } from "../node.ts";
import { orderView } from "../order-view.ts";
import { refundView } from "../refund-view.ts";
import type { Args, View } from "../view.ts";
import { payload, refuseWith } from "./user-error.ts";

const cancelArgs = z.strictObject({
  orderId: idArg,
  reason: z.string(),
  restock: z.boolean(),
  refund: z.boolean().nullish(),
  refundMethod: z.object({ originalPaymentMethodsRefund: z.boolean().nullish() }).nullish(),
  notifyCustomer: z.boolean().nullish(),
  staffNote: text,
});
const updateArgs = z.strictObject({
  input: z.strictObject({
    id: idArg,
    note: text,
    tags: z.array(z.string()).nullish(),
    email: text,
    customAttributes: z.array(z.strictObject({ key: z.string(), value: z.string() })).nullish(),
  }),
});
const tagArgs = z.strictObject({ id: idArg, tags: z.array(z.string()) });
const refundArgs = z.strictObject({
  input: z.strictObject({
    orderId: idArg,
    note: text,
    notify: z.boolean().nullish(),
    currency: text,
    allowOverRefunding: z.boolean().nullish(),
    refundMethods: z.array(z.never()).nullish(),
    refundLineItems: z
      .array(z.strictObject({ lineItemId: idArg, quantity: z.number(), restockType: text, locationId: text }))
      .nullish(),
    shipping: z.strictObject({ amount: decimal.nullish(), fullRefund: z.boolean().nullish() }).nullish(),
    transactions: z
      .array(
        z.strictObject({
          amount: decimal,
          gateway: z.string(),
          kind: z.string(),
          orderId: idArg,
          parentId: text,
        }),
      )
      .nullish(),
  }),
});

export function findOrder(scene: Scene, id: string, field = "id"): OrderState {
  const order = scene.shop.orders.get(id);
  if (!order) throw refuseWith("Order does not exist", [field], "NOT_FOUND");
  return order;
}

export function orderMutations(scene: Scene): View {
  return {
    orderCancel: (args: Args) => cancel(scene, args),
    orderUpdate: (args: Args) =>
      payload(["order"], () => {
        const { input } = parseArgs(updateArgs, args, "orderUpdate");
        const order = findOrder(scene, input.id);
        if (input.note !== undefined) order.note = input.note;
        if (input.email !== undefined) order.email = input.email;
        order.tags = input.tags ?? order.tags;
        order.customAttributes = input.customAttributes ?? order.customAttributes;
        touchOrder(scene, order);
        return { order: orderView(scene, order) };
      }),
    tagsAdd: (args: Args) => changeTags(scene, args, (tags, given) => [...new Set([...tags, ...given])]),
    tagsRemove: (args: Args) =>
      changeTags(scene, args, (tags, given) => tags.filter((tag) => !given.includes(tag))),
    refundCreate: (args: Args) =>
      payload(["refund", "order"], () => {
        const { input } = parseArgs(refundArgs, args, "refundCreate");
        const order = findOrder(scene, input.orderId, "orderId");
        const refund = createRefund(scene, order, {
          note: input.note ?? null,
          notify: input.notify ?? false,
          lines: (input.refundLineItems ?? []).map((line) => ({
            lineItemId: line.lineItemId,
            quantity: line.quantity,
            restockType: line.restockType ?? "NO_RESTOCK",
            locationId: line.locationId ?? null,
          })),
          shipping: input.shipping?.fullRefund ? "full" : toPaisa(input.shipping?.amount ?? 0),
          transactions: (input.transactions ?? []).map(({ amount, gateway, parentId }) => ({
            amount: toPaisa(amount),
            gateway,
            parentId: parentId ?? null,
          })),
        });
        return { refund: refundView(scene, order, refund), order: orderView(scene, order) };
      }),
  };
}

function cancel(scene: Scene, args: Args) {
  const result = payload(
    ["job"],
    () => {
      const input = parseArgs(cancelArgs, args, "orderCancel");
      const job = cancelOrder(scene, findOrder(scene, input.orderId, "orderId"), {
        reason: input.reason,
        restock: input.restock,
        refund: input.refund ?? input.refundMethod?.originalPaymentMethodsRefund ?? false,
        notifyCustomer: input.notifyCustomer ?? false,
        staffNote: input.staffNote ?? null,
      });
      return { job };
    },
    "orderCancelUserErrors",
  );
  return { ...result, userErrors: result.orderCancelUserErrors };
}

function changeTags(
  scene: Scene,
  args: Args,
  change: (tags: readonly string[], given: readonly string[]) => string[],
) {
  return payload(["node"], () => {
    const { id, tags } = parseArgs(tagArgs, args, "tags");
    const given = tags.flatMap((tag) => tag.split(",")).map((tag) => tag.trim());
    const tagged = scene.shop.orders.get(id) ?? scene.shop.products.get(id);
    if (!tagged) throw refuseWith("Resource does not exist", ["id"]);
    tagged.tags = change(tagged.tags, given);
    if ("lines" in tagged) touchOrder(scene, tagged);
    return { node: () => findNode(scene, id) };
  });
}
