import { openAttention } from "../attention/open-attention.server.ts";
import type { ShopContext } from "../shops/shop-context.server.ts";

/** Work on an order was given up after failing the same way five times: a person is told, and *Retry* revives it. */
export async function recordDeadWork(ctx: ShopContext, orderGid: string, code: string): Promise<void> {
  const shopId = ctx.shop.id;
  const order = await ctx.db.order.findUnique({ where: { shopId_orderGid: { shopId, orderGid } } });
  if (!order) return;
  await ctx.db.$transaction(async (tx) => {
    const need = {
      code: "work_stopped",
      thing: "order",
      thingId: order.id,
      params: { because: code },
    } as const;
    await openAttention(tx, { shopId, now: ctx.clock.now() }, need);
    await tx.order.update({
      where: { shopId_id: { shopId, id: order.id } },
      data: { state: "held", holdCode: need.code },
    });
  });
}
