import { z } from "zod";
import {
  acceptCancellation,
  acceptRequest,
  cancelFulfillmentOrder,
  closeAsIncomplete,
  findFulfillmentOrder,
  hold,
  rejectCancellation,
  rejectRequest,
  releaseHolds,
  submitCancellation,
  submitRequest,
} from "../../commerce/fulfillment-requests.ts";
import { moveFulfillmentOrder } from "../../commerce/move.ts";
import { splitOff } from "../../commerce/split.ts";
import type { FulfillmentOrderState } from "../../order-state.ts";
import type { Scene } from "../../world.ts";
import { idArg, parseArgs, text } from "../arguments.ts";
import { fulfillmentOrderView, holdView } from "../fulfillment-order-view.ts";
import type { Args, View } from "../view.ts";
import { payload, refuseWith } from "./user-error.ts";

const units = z.array(z.strictObject({ id: idArg, quantity: z.number() })).nullish();
const submitArgs = z.strictObject({
  id: idArg,
  fulfillmentOrderLineItems: units,
  message: text,
  notifyCustomer: z.boolean().nullish(),
  shippingMethod: text,
});
const answerArgs = z.strictObject({ id: idArg, message: text, estimatedShippedAt: text });
const rejectArgs = z.strictObject({
  id: idArg,
  message: text,
  reason: text,
  lineItems: z.array(z.strictObject({ fulfillmentOrderLineItemId: idArg, message: text })).nullish(),
});
const holdArgs = z.strictObject({
  id: idArg,
  fulfillmentHold: z.strictObject({
    reason: z.string(),
    reasonNotes: text,
    handle: text,
    externalId: text,
    notifyMerchant: z.boolean().nullish(),
    fulfillmentOrderLineItems: units,
  }),
});
const releaseArgs = z.strictObject({ id: idArg, holdIds: z.array(idArg).nullish(), externalId: text });
const moveArgs = z.strictObject({ id: idArg, newLocationId: idArg, fulfillmentOrderLineItems: units });
const splitArgs = z.strictObject({
  fulfillmentOrderSplits: z.array(
    z.strictObject({
      fulfillmentOrderId: idArg,
      fulfillmentOrderLineItems: z.array(z.strictObject({ id: idArg, quantity: z.number() })),
    }),
  ),
});

export function fulfillmentOrderMutations(scene: Scene): View {
  const view = (one: FulfillmentOrderState | null) => one && fulfillmentOrderView(scene, one);
  return {
    ...requestMutations(scene),
    fulfillmentOrderHold: (args: Args) =>
      payload(["fulfillmentHold", "fulfillmentOrder", "remainingFulfillmentOrder"], () =>
        holdSome(scene, args),
      ),
    fulfillmentOrderReleaseHold: (args: Args) =>
      payload(["fulfillmentOrder"], () => {
        const input = parseArgs(releaseArgs, args, "fulfillmentOrderReleaseHold");
        const one = findFulfillmentOrder(scene, input.id);
        releaseHolds(scene, one, input.holdIds ?? null);
        return { fulfillmentOrder: view(one) };
      }),
    fulfillmentOrderCancel: (args: Args) =>
      payload(["fulfillmentOrder", "replacementFulfillmentOrder"], () => {
        const one = findFulfillmentOrder(scene, String(args.id));
        const replacement = cancelFulfillmentOrder(scene, one);
        return { fulfillmentOrder: view(one), replacementFulfillmentOrder: view(replacement) };
      }),
    fulfillmentOrderMove: (args: Args) =>
      payload(["movedFulfillmentOrder", "originalFulfillmentOrder", "remainingFulfillmentOrder"], () => {
        const input = parseArgs(moveArgs, args, "fulfillmentOrderMove");
        const one = findFulfillmentOrder(scene, input.id);
        const remaining = moveFulfillmentOrder(
          scene,
          one,
          input.newLocationId,
          input.fulfillmentOrderLineItems ?? null,
        );
        return {
          movedFulfillmentOrder: view(one),
          originalFulfillmentOrder: view(one),
          remainingFulfillmentOrder: view(remaining),
        };
      }),
    fulfillmentOrderSplit: (args: Args) =>
      payload(["fulfillmentOrderSplits"], () => {
        const input = parseArgs(splitArgs, args, "fulfillmentOrderSplit");
        return {
          fulfillmentOrderSplits: input.fulfillmentOrderSplits.map((split) => splitOne(scene, split)),
        };
      }),
  };
}

function requestMutations(scene: Scene): View {
  const view = (one: FulfillmentOrderState | null) => one && fulfillmentOrderView(scene, one);
  const answer = (
    args: Args,
    field: string,
    act: (one: FulfillmentOrderState, message: string | null) => void,
  ) =>
    payload(["fulfillmentOrder"], () => {
      const input = parseArgs(answerArgs, args, field);
      const one = findFulfillmentOrder(scene, input.id);
      act(one, input.message ?? null);
      return { fulfillmentOrder: view(one) };
    });
  return {
    fulfillmentOrderSubmitFulfillmentRequest: (args: Args) =>
      payload(
        ["originalFulfillmentOrder", "submittedFulfillmentOrder", "unsubmittedFulfillmentOrder"],
        () => {
          const input = parseArgs(submitArgs, args, "fulfillmentOrderSubmitFulfillmentRequest");
          const { original, submitted, rest } = submitRequest(scene, findFulfillmentOrder(scene, input.id), {
            units: input.fulfillmentOrderLineItems,
            message: input.message ?? null,
            notifyCustomer: input.notifyCustomer ?? false,
          });
          return {
            originalFulfillmentOrder: view(original),
            submittedFulfillmentOrder: view(submitted),
            unsubmittedFulfillmentOrder: view(rest),
          };
        },
      ),
    fulfillmentOrderAcceptFulfillmentRequest: (args: Args) =>
      answer(args, "fulfillmentOrderAcceptFulfillmentRequest", (one) => acceptRequest(scene, one)),
    fulfillmentOrderRejectFulfillmentRequest: (args: Args) =>
      payload(["fulfillmentOrder"], () => {
        const input = parseArgs(rejectArgs, args, "fulfillmentOrderRejectFulfillmentRequest");
        const one = findFulfillmentOrder(scene, input.id);
        rejectRequest(scene, one);
        return { fulfillmentOrder: view(one) };
      }),
    fulfillmentOrderSubmitCancellationRequest: (args: Args) =>
      answer(args, "fulfillmentOrderSubmitCancellationRequest", (one, message) =>
        submitCancellation(scene, one, message),
      ),
    fulfillmentOrderAcceptCancellationRequest: (args: Args) =>
      answer(args, "fulfillmentOrderAcceptCancellationRequest", (one) => acceptCancellation(scene, one)),
    fulfillmentOrderRejectCancellationRequest: (args: Args) =>
      answer(args, "fulfillmentOrderRejectCancellationRequest", (one) => rejectCancellation(scene, one)),
    fulfillmentOrderClose: (args: Args) =>
      answer(args, "fulfillmentOrderClose", (one) => closeAsIncomplete(scene, one)),
  };
}

function holdSome(scene: Scene, args: Args) {
  const { id, fulfillmentHold: given } = parseArgs(holdArgs, args, "fulfillmentOrderHold");
  const one = findFulfillmentOrder(scene, id);
  const some = given.fulfillmentOrderLineItems;
  if (some && some.length > 0 && one.status === "ON_HOLD") {
    throw refuseWith(
      "The fulfillment order is not in a splittable state.",
      ["fulfillmentHold", "fulfillmentOrderLineItems"],
      "FULFILLMENT_ORDER_NOT_SPLITTABLE",
    );
  }
  const rest = some && some.length > 0 ? splitOff(scene, one, some) : null;
  const placed = hold(scene, one, {
    handle: given.handle ?? null,
    reason: given.reason,
    reasonNotes: given.reasonNotes ?? null,
    byThisApp: true,
  });
  return {
    fulfillmentHold: holdView(placed),
    fulfillmentOrder: fulfillmentOrderView(scene, one),
    remainingFulfillmentOrder: rest && fulfillmentOrderView(scene, rest),
  };
}

/** Here the named units are the ones that leave. */
function splitOne(scene: Scene, split: z.infer<typeof splitArgs>["fulfillmentOrderSplits"][number]) {
  const one = findFulfillmentOrder(scene, split.fulfillmentOrderId);
  const leaving = new Map(split.fulfillmentOrderLineItems.map(({ id, quantity }) => [id, quantity]));
  const keep = one.lines
    .map(({ id, remaining }) => ({ id, quantity: remaining - (leaving.get(id) ?? 0) }))
    .filter(({ quantity }) => quantity > 0);
  const other = splitOff(scene, one, keep);
  return {
    fulfillmentOrder: fulfillmentOrderView(scene, one),
    remainingFulfillmentOrder: other && fulfillmentOrderView(scene, other),
    replacementFulfillmentOrder: null,
  };
}
