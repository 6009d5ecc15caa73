import type { OrderRun } from "#app/domain/orders/reconcile/order-run.ts";

/**
 * News of an order whose customer was erased is taken, but its body is not kept. A handoff made after that has news of
 * its own, which the next erasure takes along.
 */
export async function eraseLateBodies({ ctx, record }: OrderRun): Promise<void> {
  const { erasedAt, handoffs } = record;
  if (erasedAt === null || handoffs.some(({ createdAt }) => createdAt > erasedAt)) return;
  const subjects = [record.orderGid, ...handoffs.map(({ externalOrderId }) => externalOrderId)];
  await ctx.db.$executeRaw`
    update delivery set body_enc = ''::bytea
    where shop_id = ${ctx.shop.id}::uuid and subject = any(${subjects}::text[]) and body_enc <> ''::bytea
      and (source = 'shopify' or folded_at is not null or ignored is not null)`;
}
