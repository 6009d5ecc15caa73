import { commitWithWork } from "#app/domain/connection/commit-with-work.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { recordFact } from "../timeline/record.server.ts";
import type { PutAsideReason } from "./difference-kinds.ts";
import { syncSettlementIssue } from "./sync-settlement-issue.server.ts";

type AnswerDifferenceResult = { readonly kind: "done" | "gone" };
type PutAsideInput = { readonly id: string; readonly by: string; readonly reason: PutAsideReason | null };

/** Puts a difference aside, or brings it back where there is no reason. It comes back by itself when its sums change. */
export async function putDifferenceAside(
  ctx: ShopContext,
  { id, by, reason }: PutAsideInput,
): Promise<AnswerDifferenceResult> {
  const shopId = ctx.shop.id;
  return ctx.db.$transaction(async (tx) => {
    const row = await tx.settlementDifference.findFirst({ where: { shopId, id } });
    if (!row) return { kind: "gone" };
    const now = ctx.clock.now();
    await tx.settlementDifference.updateMany({
      where: { shopId, id },
      data:
        reason === null
          ? { putAsideAt: null, putAsideBy: null, putAsideReason: null }
          : { putAsideAt: now, putAsideBy: by, putAsideReason: reason },
    });
    await recordFact(tx, shopId, {
      ...{ thing: "order", thingId: row.orderId, actor: "person", by, at: now },
      code: reason === null ? "difference_brought_back" : "difference_put_aside",
      params: { expected: row.expectedPkr, found: row.foundPkr },
    });
    await syncSettlementIssue(tx, ctx);
    return { kind: "done" };
  });
}

/** *Read again*: its parcels are read from the service, its order from Shopify, and compared anew in a minute. */
export async function readDifferenceAgain(ctx: ShopContext, id: string): Promise<AnswerDifferenceResult> {
  const shopId = ctx.shop.id;
  const row = await ctx.db.settlementDifference.findFirst({
    where: { shopId, id },
    include: { order: { select: { orderGid: true } } },
  });
  if (!row) return { kind: "gone" };
  await commitWithWork(
    ctx,
    [{ kind: "order.reconcile", subject: { orderGid: row.order.orderGid } }],
    async (tx) => {
      await tx.parcel.updateMany({ where: { shopId, id: { in: row.parcelIds } }, data: { readAt: null } });
      await tx.$executeRaw`
      update schedule set next_run_at = least(next_run_at, clock_timestamp() + interval '1 minute')
      where shop_id = ${shopId}::uuid and kind = 'settlement'`;
    },
  );
  return { kind: "done" };
}
