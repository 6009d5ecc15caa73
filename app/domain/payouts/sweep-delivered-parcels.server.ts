import { saveQuota } from "#app/domain/context/save-quota.server.ts";
import { compareParcels } from "#app/domain/orders/parcels/compare-parcels.server.ts";
import { PAGE_SIZE } from "#app/domain/orders/parcels/sweep-parcels.server.ts";
import { loadTerms } from "#app/domain/policy/terms/load-terms.server.ts";
import { type Position, type ServiceRun, type SweepStep, textOf } from "#app/domain/sweeps/sweep-run.ts";

const DAY_MS = 24 * 60 * 60_000;
/** So long after its day a release is still waited for; a return is taken for less (document, Terms constants). */
const FOLLOWED_DAYS = 15;

/**
 * Compares what was delivered and not settled yet: a return, or a margin released, whose event was lost. The list is cut
 * by when the oldest such parcel was placed; whether the service cuts it just so does not matter, as nothing is
 * concluded from what is missing.
 */
export async function sweepDeliveredParcels(run: ServiceRun, position: Position | null): Promise<SweepStep> {
  const { client, connection } = run.service;
  const from = textOf(position, "from") ?? (await findOldest(run));
  if (from === null) return { next: null, tally: { seen: 0 } };
  const cursor = textOf(position, "cursor") ?? undefined;
  const page = await client.listOrders({ status: "DELIVERED,RETURNED", from, limit: PAGE_SIZE, cursor });
  await saveQuota(run.ctx, client, connection);
  const compared = await compareParcels(run, page.data);
  const goesOn = page.nextCursor !== null && page.nextCursor !== cursor;
  return { ...compared, calls: 1, next: goesOn ? { from, cursor: page.nextCursor } : null };
}

async function findOldest({ ctx, service }: ServiceRun): Promise<string | null> {
  const { payoutDays } = await loadTerms({ db: ctx.db, connection: service.connection });
  const followedMs = (payoutDays + FOLLOWED_DAYS) * DAY_MS;
  const oldest = await ctx.db.parcel.findFirst({
    where: {
      ...{ shopId: ctx.shop.id, mode: service.connection.mode, status: "DELIVERED" },
      deliveredAt: { gt: new Date(ctx.clock.now().getTime() - followedMs) },
      OR: [{ marginStatus: null }, { marginStatus: { notIn: ["RELEASED", "REVERSED"] } }],
    },
    orderBy: { createdAt: "asc" },
    select: { createdAt: true },
  });
  return oldest ? new Date(oldest.createdAt.getTime() - DAY_MS).toISOString() : null;
}
