import type { Prisma } from "@prisma/client";
import { openAttention } from "#app/domain/attention/open-attention.server.ts";
import type { SweepRun } from "#app/domain/sweeps/sweep-run.ts";

/** So many orders found by sweeps, and none by a webhook, are no accident. */
const MISSED_BEFORE_REPORT = 3;

/**
 * Shopify does not list an app's own subscriptions. They count as gone when orders changed since the last sweep and no
 * delivery came.
 */
export async function reportMissingShopifyEvents(
  { ctx, schedule }: SweepRun,
  tx: Prisma.TransactionClient,
  missed: number,
): Promise<void> {
  if (schedule.lastRanAt === null) return;
  const shopId = ctx.shop.id;
  const now = ctx.clock.now();
  const delivery = await tx.delivery.findFirst({
    where: { shopId, source: "shopify", receivedAt: { gte: schedule.lastRanAt } },
    select: { id: true },
  });
  const issue = { thing: "shop", thingId: shopId, code: "shopify_news_missing" } as const;
  if (delivery) {
    const where = { shopId, ...issue, resolvedAt: null };
    await tx.attention.updateMany({ where, data: { resolvedAt: now, resolvedBy: "karwan" } });
  } else if (missed >= MISSED_BEFORE_REPORT) {
    await openAttention(tx, { shopId, now }, issue);
  }
}
