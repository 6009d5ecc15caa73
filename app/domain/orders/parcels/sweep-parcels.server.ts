import type { Prisma } from "@prisma/client";
import { openAttention } from "#app/domain/attention/open-attention.server.ts";
import { saveQuota } from "#app/domain/context/save-quota.server.ts";
import {
  numberOf,
  type Position,
  requestOrderReconciles,
  type ServiceRun,
  type SweepStep,
  textOf,
} from "#app/domain/sweeps/sweep-run.ts";
import type { OrderGid } from "#app/platform/ids.ts";
import { compareParcels } from "./compare-parcels.server.ts";
import { findStandstills, saveStandstills } from "./standstill/find-standstills.server.ts";

export const PAGE_SIZE = 100;

/** States a parcel leaves again (document, Order status). */
const underWay = ["AWAITING_FUNDS", "RECEIVED", "CONFIRMED", "PROCESSING", "SHIPPED"];

/** One that is asked for because the list does not hold it is not asked for again for so long. */
const MISSED_AGAIN = "6 hours";

/**
 * Walks through the service's list of parcels under way and compares each with our row. One of ours that is missing from
 * the list has come to its end: it is read by its order's work. Last come those that the list shows where they stood too long.
 */
export async function sweepParcels(run: ServiceRun, position: Position | null): Promise<SweepStep> {
  const { client, connection } = run.service;
  const strangers = numberOf(position, "strangers");
  if (textOf(position, "part") === "missing") return readMissing(run, strangers);
  if (textOf(position, "part") === "standstills") return recordStandstills(run);
  if (position === null && !(await hasPlaced(run))) return { next: null, tally: { seen: 0 } };
  const cursor = textOf(position, "cursor") ?? undefined;
  const page = await client.listOrders({ status: underWay.join(","), limit: PAGE_SIZE, cursor });
  await saveQuota(run.ctx, client, connection);
  const compared = await compareParcels(run, page.data);
  const seen = { strangers: strangers + (compared.tally.unknown ?? 0) };
  const goesOn = page.nextCursor !== null && page.nextCursor !== cursor;
  const next = goesOn ? { ...seen, cursor: page.nextCursor } : { ...seen, part: "missing" };
  return { ...compared, calls: 1, next };
}

/** Without a single handoff in the mode there is nothing to compare, and no call is spent. */
async function hasPlaced({ ctx, service }: ServiceRun): Promise<boolean> {
  const where = { shopId: ctx.shop.id, mode: service.connection.mode };
  return (await ctx.db.handoff.findFirst({ where, select: { id: true } })) !== null;
}

/** A parcel without `read_at` is read by its order's work; as many as the share of the day still holds. */
async function readMissing(run: ServiceRun, strangers: number): Promise<SweepStep> {
  const { ctx, service, startedAt, callsLeft } = run;
  const shopId = ctx.shop.id;
  return {
    next: { part: "standstills" },
    tally: {},
    write: async (tx, mark) => {
      const missing = await tx.$queryRaw<{ id: string; orderGid: OrderGid }[]>`
        select parcel.id, "order".order_gid as "orderGid" from parcel
        join handoff on handoff.shop_id = parcel.shop_id and handoff.id = parcel.handoff_id
          and (handoff.account_id is null or handoff.account_id = ${service.connection.accountId})
        join "order" on "order".shop_id = handoff.shop_id and "order".id = handoff.order_id
        where parcel.shop_id = ${shopId}::uuid and parcel.mode = ${service.connection.mode}
          and parcel.status = any(${underWay}::text[]) and parcel.created_at < ${startedAt}::timestamptz
          and (parcel.listed_at is null or parcel.listed_at < ${startedAt}::timestamptz)
          and (parcel.missed_at is null or parcel.missed_at < parcel.listed_at
            or parcel.missed_at < clock_timestamp() - ${MISSED_AGAIN}::interval)
        order by parcel.created_at limit ${Math.max(0, Math.floor(callsLeft))}`;
      await mark(requestOrderReconciles(missing.map(({ orderGid }) => orderGid)));
      await tx.$executeRaw`
        update parcel set read_at = null, missed_at = clock_timestamp()
        where shop_id = ${shopId}::uuid and id = any(${missing.map(({ id }) => id)}::uuid[])`;
      await recordUnknownParcels(run, tx, strangers);
      const { length } = missing;
      return { tally: { mended: length, ended: length }, calls: length };
    },
  };
}

/** Their orders' work tells of them. */
async function recordStandstills(run: ServiceRun): Promise<SweepStep> {
  const { shop, clock } = run.ctx;
  const found = await findStandstills(run);
  return {
    next: null,
    tally: {},
    write: async (tx, mark) => {
      await mark(requestOrderReconciles(found.map(({ orderGid }) => orderGid)));
      await saveStandstills(tx, shop.id, { found, now: clock.now() });
      return undefined;
    },
  };
}

/** Orders that carry this shop's own name at the service and are not ours: placed by another installation, or lost here. */
async function recordUnknownParcels(
  { ctx, service }: ServiceRun,
  tx: Prisma.TransactionClient,
  count: number,
): Promise<void> {
  const now = ctx.clock.now();
  const code = "unknown_orders_at_service";
  // Not the connection's own: a check of the connection ends what was said about it.
  const issue = { thing: "shop", thingId: `orders/${service.connection.mode}`, code } as const;
  if (count > 0) {
    await openAttention(tx, { shopId: ctx.shop.id, now }, { ...issue, params: { count } });
    return;
  }
  const where = { shopId: ctx.shop.id, ...issue, resolvedAt: null };
  await tx.attention.updateMany({ where, data: { resolvedAt: now, resolvedBy: "karwan" } });
}
