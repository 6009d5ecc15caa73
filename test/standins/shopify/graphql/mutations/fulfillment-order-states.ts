import { z } from "zod";
import {
  mergeFulfillmentOrders,
  openAgain,
  reportProgress,
  reschedule,
} from "../../commerce/fulfillment-order-states.ts";
import { findFulfillmentOrder } from "../../commerce/fulfillment-requests.ts";
import type { FulfillmentOrderState } from "../../order-state.ts";
import type { Scene } from "../../world.ts";
import { idArg, parseArgs, text } from "../arguments.ts";
import { fulfillmentOrderView } from "../fulfillment-order-view.ts";
import type { Args, View } from "../view.ts";
import { payload } from "./user-error.ts";

const stateArgs = z.strictObject({
  id: idArg,
  fulfillAt: text,
  progressReport: z.strictObject({ reasonNotes: text }).nullish(),
});
const mergeArgs = z.strictObject({
  fulfillmentOrderMergeInputs: z.array(
    z.strictObject({ mergeIntents: z.array(z.strictObject({ fulfillmentOrderId: idArg })) }),
  ),
});

export function fulfillmentOrderStateMutations(scene: Scene): View {
  const change = (args: Args, field: string, act: (one: FulfillmentOrderState, fulfillAt: string) => void) =>
    payload(["fulfillmentOrder"], () => {
      const input = parseArgs(stateArgs, args, field);
      const one = findFulfillmentOrder(scene, input.id);
      act(one, input.fulfillAt ?? "");
      return { fulfillmentOrder: fulfillmentOrderView(scene, one) };
    });
  return {
    fulfillmentOrderOpen: (args: Args) =>
      change(args, "fulfillmentOrderOpen", (one) => openAgain(scene, one)),
    fulfillmentOrderReportProgress: (args: Args) =>
      change(args, "fulfillmentOrderReportProgress", (one) => reportProgress(scene, one)),
    fulfillmentOrderReschedule: (args: Args) =>
      change(args, "fulfillmentOrderReschedule", (one, at) => reschedule(scene, one, new Date(at))),
    fulfillmentOrderMerge: (args: Args) =>
      payload(["fulfillmentOrderMerges"], () => {
        const input = parseArgs(mergeArgs, args, "fulfillmentOrderMerge");
        const merges = input.fulfillmentOrderMergeInputs.map(({ mergeIntents }) => {
          const ones = mergeIntents.map(({ fulfillmentOrderId }) =>
            findFulfillmentOrder(scene, fulfillmentOrderId),
          );
          return { fulfillmentOrder: fulfillmentOrderView(scene, mergeFulfillmentOrders(scene, ones)) };
        });
        return { fulfillmentOrderMerges: merges };
      }),
  };
}
