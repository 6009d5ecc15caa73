import { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { addDays } from "#app/domain/money/calendar-days.ts";
import type { Coming } from "#app/domain/payouts/coming.ts";
import { type PayoutsDeps, payoutsMode } from "#app/domain/payouts/sum-payouts.server.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import { invariant } from "#app/platform/errors.ts";
import { calendarDay } from "#app/platform/time/calendar-day.ts";
import { startOfDay } from "#app/platform/time/day-start.ts";
import { type EndedDay, fillDays } from "./ended-day.ts";

const { sql } = Prisma;

export type HomeCharts = {
  /** Each of the last thirty days, today last. */
  readonly ended: readonly EndedDay[];
  /** Each of the next thirty days, today first. */
  readonly coming: Coming["days"];
};

/** Fewer parcels than these draw no picture of anything. */
const LEAST_ENDED = 20;
const CHART_DAYS = 30;

/** What Home draws; null before twenty parcels were delivered or refused. */
export async function findCharts(ctx: ShopContext, coming: Coming): Promise<HomeCharts | null> {
  const [row] = await queryRows<{ isEnough: boolean }>(ctx.db, enoughQuery(ctx));
  if (!row?.isEnough) return null;
  const today = calendarDay(ctx.clock.now(), ctx.shop.timezone);
  const from = addDays(today, 1 - CHART_DAYS);
  const counted = await queryRows<EndedDay>(ctx.db, endedQuery(ctx, from));
  return { ended: fillDays(counted, { from, count: CHART_DAYS }), coming: coming.days };
}

/** Whether twenty parcels have ended, looking at no more than those. */
export function enoughQuery(ctx: PayoutsDeps): Prisma.Sql {
  return sql`
    select count(*) >= ${LEAST_ENDED} as "isEnough" from (
      select 1 from ${endedOf(ctx)} and (${isDelivered} or ${isRefused}) limit ${LEAST_ENDED}) as ended`;
}

/** By the day they ended, from one on. What came back after its delivery counts on the day it was delivered. */
export function endedQuery(ctx: PayoutsDeps, from: string): Prisma.Sql {
  const first = startOfDay(from, ctx.shop.timezone);
  invariant(first, `${from} is a day`);
  return sql`
    select to_char(${endedAt} at time zone ${ctx.shop.timezone}::text, 'YYYY-MM-DD') as day,
      (count(*) filter (where ${isDelivered}))::int as delivered,
      (count(*) filter (where ${isRefused}))::int as refused
    from ${endedOf(ctx)} and ${endedAt} >= ${first}::timestamptz
    group by 1 order by 1`;
}

/** As `parcel_ended_idx` holds them. */
const endedAt = sql`coalesce(p.delivered_at, p.returned_at)`;

const isRefused = sql`(p.status = 'RETURNED' and not coalesce(p.return_type = 'return', p.delivered_at is not null))`;

const isDelivered = sql`(p.status = 'DELIVERED' or (p.status = 'RETURNED' and p.delivered_at is not null
  and coalesce(p.return_type = 'return', true)))`;

function endedOf(ctx: PayoutsDeps): Prisma.Sql {
  return sql`parcel p where p.shop_id = ${ctx.shop.id}::uuid and p.mode = ${payoutsMode(ctx)}
    and p.status in ('DELIVERED', 'RETURNED')`;
}
