import { commitWithWork } from "#app/domain/connection/commit-with-work.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { type CommandResult, orderGone } from "#app/domain/orders/commands/command-result.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import type { OrderId } from "#app/platform/ids.ts";
import type { ShopWork } from "#app/platform/queue/work-kinds.ts";

type ForgetBlockInput = { readonly orderId: OrderId; readonly by: string };

const FORGOTTEN: CommandResult = { ok: false, reason: "It is forgotten already.", why: "not_waiting" };

/** Forgets that the service refused this order's phone: what waits for that alone goes on, and later orders are sent. */
export async function forgetBlock(
  ctx: ShopContext,
  { orderId, by }: ForgetBlockInput,
): Promise<CommandResult> {
  const shopId = ctx.shop.id;
  const order = await ctx.db.order.findUnique({ where: { shopId_id: { shopId, id: orderId } } });
  if (!order) return orderGone;
  const { phoneHash } = order;
  if (phoneHash === null) return FORGOTTEN;
  return commitWithWork(ctx, await listWaiting(ctx, phoneHash), async (tx): Promise<CommandResult> => {
    const { count } = await tx.handoffAttempt.updateMany({
      where: { shopId, blockedPhoneHash: phoneHash },
      data: { blockedPhoneHash: null },
    });
    if (count === 0) return FORGOTTEN;
    const fact = { thing: "order", thingId: orderId, actor: "person", by, code: "answered" } as const;
    const params = { question: "customer_blocked", answer: "forgotten" };
    await recordFact(tx, ctx, { ...fact, params, at: ctx.clock.now() });
    return { ok: true };
  });
}

async function listWaiting(
  { shop, db }: Pick<ShopContext, "shop" | "db">,
  phoneHash: string,
): Promise<readonly ShopWork[]> {
  const orders = await db.order.findMany({
    where: { shopId: shop.id, phoneHash, holdCode: "customer_blocked" },
    select: { orderGid: true },
  });
  return orders.map(({ orderGid }) => ({ kind: "order.reconcile", subject: { orderGid } }));
}
