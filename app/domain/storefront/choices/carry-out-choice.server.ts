import type { Prisma } from "@prisma/client";
import { commitWithWork } from "#app/domain/connection/commit-with-work.server.ts";
import type { ChosenOrder } from "../tracked-rows.server.ts";
import type { ChoiceContext, ChoiceInput, ChoiceResult } from "./choice-result.ts";
import { findKeptOrder } from "./find-kept-order.server.ts";
import { type Choices, isBeforePacking, planChoices } from "./plan-choices.ts";

type FoundChoice = { readonly order: ChosenOrder; readonly choices: Choices };

type Choice = {
  /**
   * What there is to say without writing anything; null where the choice is to be carried out. Under the lock it reads by
   * the transaction that it is given: with another connection, presses at once would wait for each other's.
   */
  readonly judge: (
    found: FoundChoice,
    db: Prisma.TransactionClient,
  ) => ChoiceResult | null | Promise<ChoiceResult | null>;
  readonly write: (tx: Prisma.TransactionClient, found: FoundChoice) => Promise<ChoiceResult>;
};

/**
 * Carries out what a customer chose. It is judged once without a lock, so that what is too late wakes nothing, and again
 * under the lock of the order's row of work, which every press takes first (D-161): of two presses one counts.
 */
export async function carryOutChoice(
  ctx: ChoiceContext,
  { orderId }: Pick<ChoiceInput, "orderId">,
  { judge, write }: Choice,
): Promise<ChoiceResult> {
  const shopId = ctx.shop.id;
  const find = async (db: Prisma.TransactionClient): Promise<FoundChoice | null> => {
    const order = await findKeptOrder(db, { shopId, orderId });
    return order && { order, choices: planChoices(order, ctx.shop) };
  };
  const seen = await find(ctx.db);
  if (!seen) return { kind: "unknown" };
  const said = await judge(seen, ctx.db);
  if (said) return said;
  const work = [{ kind: "order.reconcile", subject: { orderGid: seen.order.orderGid } }] as const;
  return commitWithWork(ctx, work, async (tx): Promise<ChoiceResult> => {
    const found = await find(tx);
    if (!found) return { kind: "unknown" };
    return (await judge(found, tx)) ?? write(tx, found);
  });
}

/** Why nothing can be chosen any more; null while the parcel can still be reached. */
export function findChoiceEnd({ choices }: FoundChoice): ChoiceResult | null {
  if (choices.cancelledBy !== null) return { kind: "cancelled", by: choices.cancelledBy };
  return isBeforePacking(choices.step) ? null : { kind: "too_late", step: choices.step };
}
