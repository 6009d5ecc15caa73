import type { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { CommandRefusal } from "#app/domain/orders/commands/command-result.ts";
import { recordDecision } from "#app/domain/orders/commands/decisions/record-decision.server.ts";
import { findDecision } from "#app/domain/orders/commands/decisions/standing-decision.ts";
import type { ContactResult } from "#app/domain/orders/customer/contact/plan-contact.ts";
import { otherThan } from "#app/domain/timeline/fact-vocabulary.ts";
import type { OrderId } from "#app/platform/ids.ts";
import { unanswered } from "./close-confirmation.server.ts";
import { findDates } from "./confirmation-dates.ts";

type Answer = {
  readonly orderId: OrderId;
  readonly result: ContactResult;
  readonly by: string;
};

/**
 * Keeps what a customer answered whose order waits for that. Of two people who press at once one is first, and so is one
 * of a person and the limit; the other learns what was done. Null where it is kept, or where nobody waits for it.
 */
export async function answerConfirmation(
  ctx: Pick<ShopContext, "shop" | "clock">,
  tx: Prisma.TransactionClient,
  answer: Answer,
): Promise<CommandRefusal | null> {
  if (answer.result === "cancel") return null;
  const shopId = ctx.shop.id;
  const { orderId, by, result } = answer;
  const change =
    result === "confirmed" ? ({ state: "confirmed" } as const) : { ...tryOf(ctx), tries: { increment: 1 } };
  const where = { shopId, orderId, state: { in: unanswered } };
  const { count } = await tx.orderConfirmation.updateMany({ where, data: change });
  if (count === 0) return findEarlierAnswer(tx, { shopId, orderId, by });
  if (result === "confirmed")
    await recordDecision(tx, { shopId, orderId, kind: "confirmed", by, at: ctx.clock.now() });
  return null;
}

/** Nobody answered: the customer is to be asked again after a while. */
function tryOf(ctx: Pick<ShopContext, "shop" | "clock">) {
  const { askedAt, remindAt } = findDates(ctx);
  return { triedAt: askedAt, remindAt };
}

type EarlierAnswerQuery = Pick<Answer, "orderId" | "by"> & { readonly shopId: ShopContext["shop"]["id"] };

/** What was answered before, while it still decides what becomes of the order. */
async function findEarlierAnswer(
  tx: Prisma.TransactionClient,
  { shopId, orderId, by }: EarlierAnswerQuery,
): Promise<CommandRefusal | null> {
  const order = await tx.order.findUnique({
    where: { shopId_id: { shopId, id: orderId } },
    select: { confirmation: true, decisions: true, handoffs: { select: { id: true }, take: 1 } },
  });
  if (!order?.confirmation || order.handoffs.length > 0) return null;
  const { state } = order.confirmation;
  if (state === "confirmed") {
    const who = findDecision(order.decisions, "confirmed")?.by;
    const reason = who === by ? "You have already confirmed it." : `Already confirmed by ${otherThan(who)}.`;
    return { ok: false, reason, why: "not_waiting" };
  }
  const isCancelled = state === "cancelled" && findDecision(order.decisions, "cancel") !== null;
  return isCancelled ? { ok: false, reason: CANCELLED, why: "not_waiting" } : null;
}

const CANCELLED = "Already cancelled. If the customer wants it after all, press Place with the supplier.";
