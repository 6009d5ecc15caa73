import { isDeepStrictEqual } from "node:util";
import { recordDecision } from "#app/domain/orders/commands/decisions/record-decision.server.ts";
import { keepConfirmedAsShown } from "#app/domain/orders/confirmation/confirmed-as-shown.server.ts";
import { basisOf, toEditFields } from "#app/domain/orders/customer/edit-customer.server.ts";
import { openCustomerEdit, sealCustomerEdit } from "#app/domain/orders/customer/open-customer-edit.server.ts";
import { CUSTOMER } from "#app/domain/timeline/fact-vocabulary.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import type { Db } from "#app/platform/database/db.server.ts";
import type { OrderId } from "#app/platform/ids.ts";
import type { ChosenOrder } from "../tracked-rows.server.ts";
import { carryOutChoice, findChoiceEnd } from "./carry-out-choice.server.ts";
import type { ChoiceContext, ChoiceInput, ChoiceResult } from "./choice-result.ts";
import type { ChoiceStep } from "./plan-choices.ts";
import { planCorrection, type TypedCorrection } from "./plan-correction.ts";

type CorrectInput = ChoiceInput & { readonly typed: TypedCorrection };

/** More than anybody needs: each is another look at the order. */
const MOST_A_DAY = 5;
const DAY_MS = 24 * 60 * 60_000;

/**
 * *Change it*: before an order is placed its parcel goes by the correction, which also says that the order is wanted. After
 * that the shop is asked whether to cancel it and place it again (R40), as a parcel cannot be changed.
 */
export function correctOrder(
  ctx: ChoiceContext,
  { orderId, how, typed }: CorrectInput,
): Promise<ChoiceResult> {
  const scope = { shopId: ctx.shop.id, orderId };
  const planOf = (order: ChosenOrder) => planCorrection(toEditFields(ctx, order), typed);
  return carryOutChoice(
    ctx,
    { orderId },
    {
      judge: async ({ order, choices }) => {
        const end = findChoiceEnd({ order, choices });
        if (end) return end;
        if (!choices.canCorrect) return { kind: "ask_shop" };
        const plan = planOf(order);
        if (plan.kind !== "ready") return plan;
        if (isDeepStrictEqual(openCustomerEdit(ctx, order)?.edit, plan.edit)) return doneAt(choices.step);
        return (await countCorrections(ctx, ctx.db, orderId)) >= MOST_A_DAY ? { kind: "limited" } : null;
      },
      write: async (tx, { order, choices }) => {
        const plan = planOf(order);
        if (plan.kind !== "ready") return plan;
        const at = ctx.clock.now();
        const detailEnc = sealCustomerEdit(ctx, orderId, { edit: plan.edit, basis: basisOf(ctx, order) });
        await recordDecision(tx, { ...scope, kind: "customer", by: CUSTOMER, at, detailEnc });
        if (choices.step === "before_placing") {
          // What the service refused may be sent once more with it.
          await recordDecision(tx, { ...scope, kind: "retry", by: CUSTOMER, at });
          if (choices.confirm !== "closed") await keepConfirmedAsShown(ctx, tx, order);
        }
        await recordFact(tx, ctx, {
          ...{ thing: "order", thingId: orderId, actor: "customer", by: CUSTOMER, code: "customer_edited" },
          ...{ params: { how }, at },
        });
        return doneAt(choices.step);
      },
    },
  );
}

function doneAt(step: ChoiceStep): ChoiceResult {
  return { kind: "done", next: step === "before_placing" ? "corrected" : "shop_decides" };
}

function countCorrections({ shop, clock }: ChoiceContext, db: Db, orderId: OrderId): Promise<number> {
  const since = new Date(clock.now().getTime() - DAY_MS);
  const ofOrder = { shopId: shop.id, thing: "order", thingId: orderId } as const;
  return db.timelineEntry.count({
    where: { ...ofOrder, actor: "customer", code: "customer_edited", at: { gte: since } },
  });
}
