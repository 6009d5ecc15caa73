import type { OrderRun } from "#app/domain/orders/reconcile/order-run.ts";

/**
 * Applies events of an order whose customer was erased, but does not keep their bodies. Events of a handoff made after
 * that are erased next time.
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
