import { recordDismissal } from "#app/domain/orders/commands/decisions/record-decision.server.ts";
import { answerConfirmation } from "#app/domain/orders/confirmation/answer-confirmation.server.ts";
import { keepConfirmedAsShown } from "#app/domain/orders/confirmation/confirmed-as-shown.server.ts";
import { CUSTOMER } from "#app/domain/timeline/fact-vocabulary.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import { carryOutChoice, findChoiceEnd } from "./carry-out-choice.server.ts";
import type { ChoiceContext, ChoiceInput, ChoiceResult } from "./choice-result.ts";

const DONE: ChoiceResult = { kind: "done", next: "confirmed" };

/**
 * *Yes, I want this order*: what waits for that is released, as by a call; where nobody has asked yet, it counts once somebody
 * would. Where the service could not reach the customer, they have answered here.
 */
export function confirmOrder(ctx: ChoiceContext, { orderId, how }: ChoiceInput): Promise<ChoiceResult> {
  const scope = { shopId: ctx.shop.id, orderId };
  return carryOutChoice(
    ctx,
    { orderId },
    {
      judge: ({ order, choices }) => {
        if (choices.confirm === "given") return DONE;
        if (choices.confirm === "open") return null;
        return findChoiceEnd({ order, choices }) ?? { kind: "not_asked" };
      },
      write: async (tx, { order, choices }) => {
        if (choices.isAwaited)
          await answerConfirmation(ctx, tx, { orderId, result: "confirmed", by: CUSTOMER });
        else if (choices.step === "before_placing") await keepConfirmedAsShown(ctx, tx, order);
        await recordDismissal(ctx, tx, { ...scope, code: "confirmation_failed", by: CUSTOMER });
        await recordFact(tx, ctx, {
          ...{
            thing: "order",
            thingId: orderId,
            actor: "customer",
            by: CUSTOMER,
            code: "customer_contacted",
          },
          params: { how, result: "confirmed" },
          at: ctx.clock.now(),
        });
        return DONE;
      },
    },
  );
}
