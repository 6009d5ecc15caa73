import { Prisma } from "@prisma/client";
import type { ServiceRun } from "#app/domain/sweeps/sweep-run.ts";
import type { Db } from "#app/platform/database/db.server.ts";
import type { OrderGid, ParcelId, ShopId } from "#app/platform/ids.ts";
import {
  FEWEST_DAYS,
  standsStill,
  type UsualTime,
  type UsualTimes,
  usualTimeOf,
  type WaitingParcel,
} from "./standstill.ts";

/** So many parcels that wait longest are looked at in one run. */
const MOST_PARCELS = 500;
/** What is usual is computed from the last so many parcels that ended. */
const RECENT_PARCELS = 2000;
const RECENT = "180 days";

type WaitingParcelRow = WaitingParcel & { readonly id: ParcelId; readonly orderGid: OrderGid };

export type Standstill = WaitingParcelRow & { readonly usual: UsualTime };

/**
 * Live parcels that the service has just listed as they were before, and that stand there longer than is usual. One that is
 * known to stand still is not found again before it moves.
 */
export async function findStandstills({
  ctx,
  service,
  startedAt,
}: ServiceRun): Promise<readonly Standstill[]> {
  // In test mode nothing travels.
  if (service.connection.mode !== "live") return [];
  const now = ctx.clock.now();
  const waiting = await ctx.db.$queryRaw<WaitingParcelRow[]>(waitingParcelsSql(ctx.shop.id, startedAt, now));
  if (waiting.length === 0) return [];
  const times = await ctx.db.$queryRaw<UsualTimes[]>(usualTimesSql(ctx.shop.id));
  return waiting.flatMap((parcel) => {
    const usual = usualTimeOf(parcel, times);
    return standsStill(parcel, usual, now) ? [{ ...parcel, usual }] : [];
  });
}

/** By `parcel_open_idx`. */
export function waitingParcelsSql(shopId: ShopId, listedSince: Date, now: Date): Prisma.Sql {
  return Prisma.sql`
    select p.id, p.status, p.moved_at as "movedAt", lower(btrim(p.courier)) as courier, h.city,
      o.order_gid as "orderGid"
    from parcel p
    join handoff h on h.shop_id = p.shop_id and h.id = p.handoff_id
    join "order" o on o.shop_id = h.shop_id and o.id = h.order_id
    where p.shop_id = ${shopId}::uuid and p.mode = 'live'
      and p.status in ('RECEIVED', 'CONFIRMED', 'PROCESSING', 'SHIPPED')
      and p.still_since is null and p.listed_at >= ${listedSince}::timestamptz
      and p.moved_at < ${now}::timestamptz - ${`${FEWEST_DAYS} days`}::interval
    order by p.moved_at limit ${MOST_PARCELS}`;
}

/** The time that nineteen of twenty of the shop's ended parcels needed, by courier and city, by courier, and at all. */
export function usualTimesSql(shopId: ShopId): Prisma.Sql {
  return Prisma.sql`
    select courier, city, count(*)::int as parcels,
      case grouping(courier, city) when 0 then 'courier_city' when 1 then 'courier' else 'shop' end as basis,
      percentile_cont(0.95) within group (order by road) as "roadSeconds",
      percentile_cont(0.95) within group (order by pack) as "packSeconds"
    from (
      select lower(btrim(p.courier)) as courier, h.city,
        greatest(0, extract(epoch from coalesce(p.delivered_at, p.moved_at) - p.shipped_at))::float8 as road,
        greatest(0, extract(epoch from p.shipped_at - coalesce(p.received_at, p.created_at)))::float8 as pack
      from parcel p join handoff h on h.shop_id = p.shop_id and h.id = p.handoff_id
      where p.shop_id = ${shopId}::uuid and p.mode = 'live' and p.created_at > now() - ${RECENT}::interval
        and p.status in ('DELIVERED', 'RETURNED') and p.shipped_at is not null
      order by p.created_at desc, p.id desc limit ${RECENT_PARCELS}) as ended
    group by grouping sets ((courier, city), (courier), ())`;
}

/** Keeps that they stand still, unless one has moved meanwhile. Returns the orders of those that do. */
export async function saveStandstills(
  tx: Pick<Db, "$queryRaw">,
  shopId: ShopId,
  { found, now }: { readonly found: readonly Standstill[]; readonly now: Date },
): Promise<readonly OrderGid[]> {
  if (found.length === 0) return [];
  const rows = found.map(({ id, movedAt, usual: { days, basis } }) => ({
    id,
    moved_at: movedAt,
    days,
    basis,
  }));
  const saved = await tx.$queryRaw<{ id: ParcelId }[]>`
    update parcel set still_since = ${now}::timestamptz, still_usual_days = found.days, still_basis = found.basis
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as found (id uuid, moved_at timestamptz, days int, basis text)
    where parcel.shop_id = ${shopId}::uuid and parcel.id = found.id and parcel.still_since is null
      and date_trunc('milliseconds', parcel.moved_at) = date_trunc('milliseconds', found.moved_at)
    returning parcel.id`;
  const ids = new Set(saved.map(({ id }) => id));
  return found.flatMap(({ id, orderGid }) => (ids.has(id) ? [orderGid] : []));
}
