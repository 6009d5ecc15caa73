import { recordCommand } from "#app/domain/orders/commands/decisions/record-command.server.ts";
import { CUSTOMER } from "#app/domain/timeline/fact-vocabulary.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import { carryOutChoice, findChoiceEnd } from "./carry-out-choice.server.ts";
import type { ChoiceContext, ChoiceInput, ChoiceResult } from "./choice-result.ts";
import type { ChoiceStep } from "./plan-choices.ts";

/** *No, cancel it*: the order's own *Cancel*, which also asks the service for what is placed and not packed. */
export function cancelOrder(ctx: ChoiceContext, { orderId, how }: ChoiceInput): Promise<ChoiceResult> {
  return carryOutChoice(
    ctx,
    { orderId },
    {
      judge: ({ order, choices }) =>
        choices.cancelledBy === "customer" ? doneAt(choices.step) : findChoiceEnd({ order, choices }),
      write: async (tx, { choices }) => {
        await recordFact(tx, ctx, {
          ...{
            thing: "order",
            thingId: orderId,
            actor: "customer",
            by: CUSTOMER,
            code: "customer_contacted",
          },
          params: { how, result: "cancel" },
          at: ctx.clock.now(),
        });
        // A customer places nothing, so no connection is looked at.
        await recordCommand({ ...ctx, connection: null }, tx, { orderId, kind: "cancel", by: CUSTOMER });
        return doneAt(choices.step);
      },
    },
  );
}

function doneAt(step: ChoiceStep): ChoiceResult {
  const isSent = step === "placing" || step === "before_packing";
  return { kind: "done", next: isSent ? "being_stopped" : "not_sent" };
}
