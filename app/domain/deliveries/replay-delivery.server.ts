import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { toExternalOrderId, toOrderGid } from "#app/platform/ids.ts";
import { recordFact } from "../timeline/record.server.ts";

export type ReplayOutcome = { readonly kind: "replayed" | "not_found" | "without_order" };

/**
 * *Replay*: the order a delivery was about is looked at again. A report that was ignored and never folded in is given
 * another chance; one that was folded in is not folded twice, as its facts would be recorded twice. Of one that was erased only the
 * order is looked at.
 */
export async function replayDelivery(
  ctx: ShopContext,
  { id, by }: { readonly id: bigint; readonly by: string },
): Promise<ReplayOutcome> {
  const shopId = ctx.shop.id;
  const delivery = await ctx.db.delivery.findFirst({ where: { id, shopId } });
  if (!delivery) return { kind: "not_found" };
  const order = delivery.subject === null ? null : await findOrder(ctx, delivery.subject);
  if (!order) return { kind: "without_order" };
  await ctx.db.$transaction(async (tx) => {
    await tx.delivery.updateMany({
      where: { id, shopId, source: "supplier", foldedAt: null, NOT: { bodyEnc: new Uint8Array() } },
      data: { ignored: null },
    });
    await recordFact(tx, ctx, {
      ...{ thing: "order", thingId: order.id, at: ctx.clock.now() },
      ...{ actor: "person", by, code: "delivery_replayed" },
      params: { topic: delivery.topic },
    });
  });
  await ctx.wake([{ kind: "order.reconcile", subject: { orderGid: order.orderGid } }]);
  return { kind: "replayed" };
}

async function findOrder({ db, shop }: ShopContext, subject: string) {
  const select = { id: true, orderGid: true } as const;
  const byGid = await db.order.findUnique({
    where: { shopId_orderGid: { shopId: shop.id, orderGid: toOrderGid(subject) } },
    select,
  });
  if (byGid) return byGid;
  const handoff = await db.handoff.findUnique({
    where: { shopId_externalOrderId: { shopId: shop.id, externalOrderId: toExternalOrderId(subject) } },
    select: { order: { select } },
  });
  return handoff?.order ?? null;
}
