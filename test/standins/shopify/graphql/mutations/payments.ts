import { z } from "zod";
import { markAsPaid, payManually } from "../../commerce/payments.ts";
import { toPaisa } from "../../money.ts";
import type { Scene } from "../../world.ts";
import { decimal, idArg, parseArgs, text } from "../arguments.ts";
import { orderView } from "../order-view.ts";
import type { Args, View } from "../view.ts";
import { findOrder } from "./orders.ts";
import { payload } from "./user-error.ts";

const paidArgs = z.strictObject({ input: z.strictObject({ id: idArg }) });
const manualArgs = z.strictObject({
  id: idArg,
  amount: z.strictObject({ amount: decimal, currencyCode: z.string() }).nullish(),
  paymentMethodName: text,
  processedAt: text,
});

export function paymentMutations(scene: Scene): View {
  return {
    orderMarkAsPaid: (args: Args) =>
      payload(["order"], () => {
        const { input } = parseArgs(paidArgs, args, "orderMarkAsPaid");
        const order = findOrder(scene, input.id);
        markAsPaid(scene, order);
        return { order: orderView(scene, order) };
      }),
    orderCreateManualPayment: (args: Args) =>
      payload(["order"], () => {
        const input = parseArgs(manualArgs, args, "orderCreateManualPayment");
        const order = findOrder(scene, input.id);
        payManually(
          scene,
          order,
          input.amount ? toPaisa(input.amount.amount) : null,
          input.paymentMethodName ?? null,
        );
        return { order: orderView(scene, order) };
      }),
  };
}
