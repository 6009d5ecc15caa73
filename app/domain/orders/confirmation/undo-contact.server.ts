import type { Prisma } from "@prisma/client";
import { commitWithWork } from "#app/domain/connection/commit-with-work.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { type CommandResult, orderGone } from "#app/domain/orders/commands/command-result.ts";
import { FROM_CONTACT, recordCommand } from "#app/domain/orders/commands/decisions/record-command.server.ts";
import { settleDecisions } from "#app/domain/orders/commands/decisions/record-decision.server.ts";
import type { ContactResult } from "#app/domain/orders/customer/contact/plan-contact.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import type { OrderId } from "#app/platform/ids.ts";

type UndoContactInput = {
  readonly orderId: OrderId;
  /** What was pressed by mistake. */
  readonly result: ContactResult;
  readonly by: string;
};

/** An hour at least is left to ask again. */
const LEFT_MS = 60 * 60_000;

const PLACED: CommandResult = {
  ok: false,
  reason: "It is already being placed. Cancel it on its page if that was a mistake.",
};
const CHANGED: CommandResult = { ok: false, reason: "Somebody has changed it meanwhile. Look at the order." };

/** Takes back what was noted of a call by mistake, while nothing of the order was sent. */
export async function undoContact(ctx: ShopContext, input: UndoContactInput): Promise<CommandResult> {
  const { orderId, result, by } = input;
  const shopId = ctx.shop.id;
  const order = await ctx.db.order.findUnique({
    where: { shopId_id: { shopId, id: orderId } },
    select: { orderGid: true },
  });
  if (!order) return orderGone;
  const work = [{ kind: "order.reconcile", subject: { orderGid: order.orderGid } }] as const;
  return commitWithWork(ctx, work, async (tx): Promise<CommandResult> => {
    if ((await tx.handoff.count({ where: { shopId, orderId } })) > 0) return PLACED;
    const isUndone = await undo[result](ctx, tx, input);
    if (!isUndone) return CHANGED;
    if (result !== "cancel")
      await recordFact(tx, ctx, {
        ...{ thing: "order", thingId: orderId, actor: "person", by, code: "contact_undone" },
        params: { result },
        at: ctx.clock.now(),
      });
    return { ok: true };
  });
}

type Undo = (ctx: ShopContext, tx: Prisma.TransactionClient, input: UndoContactInput) => Promise<boolean>;

const undo: Readonly<Record<ContactResult, Undo>> = {
  confirmed: async ({ shop, clock }, tx, { orderId }) => {
    const scope = { shopId: shop.id, orderId };
    const least = new Date(clock.now().getTime() + LEFT_MS);
    const count = await tx.$executeRaw`
      update order_confirmation set state = 'awaiting', due_at = greatest(due_at, ${least}::timestamptz)
      where shop_id = ${shop.id}::uuid and order_id = ${orderId}::uuid and state = 'confirmed'`;
    if (count > 0) await settleDecisions(tx, scope, ["confirmed"], clock.now());
    return count > 0;
  },
  no_answer: async ({ shop, clock }, tx, { orderId }) => {
    const { count } = await tx.orderConfirmation.updateMany({
      where: { shopId: shop.id, orderId, state: "awaiting", tries: { gt: 0 } },
      data: { tries: { decrement: 1 }, triedAt: null, remindAt: clock.now() },
    });
    return count > 0;
  },
  /** The shop's rules decide again, and so the customer is asked anew. A *Cancel* that no noted call made stays. */
  cancel: async (ctx, tx, { orderId, by }) => {
    const standing = { shopId: ctx.shop.id, orderId, kind: "cancel", handledAt: null } as const;
    const where = { ...standing, params: { equals: FROM_CONTACT } };
    if ((await tx.orderDecision.count({ where })) === 0) return false;
    return (await recordCommand(ctx, tx, { orderId, kind: "resume", by })).ok;
  },
};
