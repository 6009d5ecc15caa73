import { isDeepStrictEqual } from "node:util";
import type { Prisma } from "@prisma/client";
import { recordDecision } from "#app/domain/orders/commands/decisions/record-decision.server.ts";
import { keepConfirmedAsShown } from "#app/domain/orders/confirmation/confirmed-as-shown.server.ts";
import { basisOf, toEditFields } from "#app/domain/orders/customer/edit-customer.server.ts";
import { openCustomer } from "#app/domain/orders/customer/open-customer.server.ts";
import { openCustomerEdit, sealCustomerEdit } from "#app/domain/orders/customer/open-customer-edit.server.ts";
import { CUSTOMER } from "#app/domain/timeline/fact-vocabulary.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import type { OrderId } from "#app/platform/ids.ts";
import { countTry } from "../count-tries.server.ts";
import type { ChosenOrder } from "../tracked-rows.server.ts";
import { carryOutChoice, findChoiceEnd } from "./carry-out-choice.server.ts";
import type { ChoiceContext, ChoiceInput, ChoiceResult } from "./choice-result.ts";
import type { ChoiceStep } from "./plan-choices.ts";
import { planCorrection, type TypedCorrection } from "./plan-correction.ts";

type CorrectInput = ChoiceInput & {
  readonly typed: TypedCorrection;
  /** Whoever sends it, as Shopify says. */
  readonly address: string | null;
};

/** More than anybody needs: each is another look at the order. */
const MOST_A_DAY = 5;
const DAY_MS = 24 * 60 * 60_000;

/**
 * *Change it*: before an order is placed its parcel goes by the correction, which also says that the order is wanted. After
 * that the shop is asked whether to cancel it and place it again (R40), as a parcel cannot be changed.
 */
export async function correctOrder(
  ctx: ChoiceContext,
  { orderId, how, typed, address }: CorrectInput,
): Promise<ChoiceResult> {
  if (!(await countTry(ctx, { typed: null, address }))) return { kind: "too_many_tries" };
  const scope = { shopId: ctx.shop.id, orderId };
  const planOf = (order: ChosenOrder) => {
    const place = openCustomer(ctx, order) ?? { calledPhone: null, province: null };
    return planCorrection(toEditFields(ctx, order), typed, place);
  };
  return carryOutChoice(
    ctx,
    { orderId },
    {
      judge: async ({ order, choices }, db) => {
        const end = findChoiceEnd({ order, choices });
        if (end) return end;
        if (!choices.canCorrect) return { kind: "ask_shop" };
        const plan = planOf(order);
        if (plan.kind !== "ready") return plan;
        if (isDeepStrictEqual(openCustomerEdit(ctx, order)?.edit, plan.edit)) return doneAt(choices.step);
        return (await countCorrections(ctx, db, orderId)) >= MOST_A_DAY ? { kind: "limited" } : null;
      },
      write: async (tx, { order, choices }) => {
        const plan = planOf(order);
        if (plan.kind !== "ready") return plan;
        const at = ctx.clock.now();
        const detailEnc = sealCustomerEdit(ctx, orderId, { edit: plan.edit, basis: basisOf(ctx, order) });
        await recordDecision(tx, { ...scope, kind: "customer", by: CUSTOMER, at, detailEnc });
        if (choices.step === "before_placing") {
          if (wasRefusedForCustomer(order))
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

/** The service refused what a customer can correct: it may be sent once more. Any other refusal is the shop's to answer. */
function wasRefusedForCustomer({ handoffs }: ChosenOrder): boolean {
  const last = handoffs.at(-1);
  const attempt = last?.attempts.findLast(({ sends }) => sends > 0);
  return last?.state === "refused" && attempt !== undefined && ABOUT_CUSTOMER.has(attempt.errorCode);
}

/** Null: it said no more than that it refused. */
const ABOUT_CUSTOMER: ReadonlySet<string | null> = new Set(["validation_error", "quote_refused", null]);

function countCorrections(
  { shop, clock }: ChoiceContext,
  db: Prisma.TransactionClient,
  orderId: OrderId,
): Promise<number> {
  const since = new Date(clock.now().getTime() - DAY_MS);
  const ofOrder = { shopId: shop.id, thing: "order", thingId: orderId } as const;
  return db.timelineEntry.count({
    where: { ...ofOrder, actor: "customer", code: "customer_edited", at: { gte: since } },
  });
}
