import { commitWithWork } from "#app/domain/connection/commit-with-work.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { planCancel } from "#app/domain/orders/commands/cancellation/cancel.server.ts";
import { type CommandResult, orderGone } from "#app/domain/orders/commands/command-result.ts";
import { FROM_CONTACT, recordCommand } from "#app/domain/orders/commands/decisions/record-command.server.ts";
import { recordDismissal } from "#app/domain/orders/commands/decisions/record-decision.server.ts";
import { requestsOf } from "#app/domain/orders/commands/decisions/standing-decision.ts";
import { answerConfirmation } from "#app/domain/orders/confirmation/answer-confirmation.server.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import type { OrderId } from "#app/platform/ids.ts";
import type { ShopWork } from "#app/platform/queue/work-kinds.ts";
import type { ContactResult, ContactWay } from "./plan-contact.ts";

type RecordContactInput = {
  readonly orderId: OrderId;
  readonly how: ContactWay;
  readonly result: ContactResult;
  readonly by: string;
};

/**
 * Keeps on the timeline that a customer was called or written to, and what came of it. One who confirms releases an order
 * that waits for that. One who cancels cancels the order too, where that is still possible; where it is not, the fact is
 * kept and the reason shown.
 */
export async function recordContact(
  ctx: ShopContext,
  { orderId, how, result, by }: RecordContactInput,
): Promise<CommandResult> {
  const shopId = ctx.shop.id;
  const order = await ctx.db.order.findUnique({
    where: { shopId_id: { shopId, id: orderId } },
    include: { decisions: true, handoffs: { include: { parcels: true } } },
  });
  if (!order) return orderGone;
  const parcels = order.handoffs.flatMap((handoff) => handoff.parcels);
  const verdict =
    result === "cancel" ? planCancel({ ...order, ...requestsOf(order.decisions), holds: [], parcels }) : null;
  const isWorked = verdict?.kind === "press" || result === "confirmed";
  const work: readonly ShopWork[] = isWorked
    ? [{ kind: "order.reconcile", subject: { orderGid: order.orderGid } }]
    : [];
  return commitWithWork(ctx, work, async (tx): Promise<CommandResult> => {
    const earlier = await answerConfirmation(ctx, tx, { orderId, result, by });
    if (earlier) return earlier;
    await recordFact(tx, ctx, {
      ...{ thing: "order", thingId: orderId, actor: "person", by, code: "customer_contacted" },
      params: { how, result },
      at: ctx.clock.now(),
    });
    // What the supplier could not confirm a person has.
    if (result === "confirmed")
      await recordDismissal(ctx, tx, { shopId, orderId, code: "confirmation_failed", by });
    if (verdict?.kind === "refused") return { ok: false, reason: verdict.reason };
    const cancel = { orderId, kind: "cancel", by, params: FROM_CONTACT } as const;
    return verdict ? recordCommand(ctx, tx, cancel) : { ok: true };
  });
}
