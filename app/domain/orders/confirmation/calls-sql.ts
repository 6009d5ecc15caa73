import { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { calendarDay } from "#app/platform/time/calendar-day.ts";
import { startOfDay } from "#app/platform/time/day-start.ts";

type CallsDeps = Pick<ShopContext, "shop" | "clock">;

/**
 * The orders that wait to be confirmed, with what sorts them:
 * 0. those whose limit is within two hours, or whose reminder has passed: the nearest limit first;
 * 1. those ordered 30 to 60 minutes ago, as people are at their phones then and still think of the order;
 * 2. all others;
 * 3. those ordered less than 30 minutes ago;
 * 4. those that were tried in the last quarter of an hour.
 * Within the last four the largest sum comes first, then whoever was tried less often.
 */
export function callsSql({ shop }: Pick<CallsDeps, "shop">, asOf: Date): Prisma.Sql {
  const now = Prisma.sql`${asOf}::timestamptz`;
  return Prisma.sql`
    select waiting.id, call.collects_pkr, call.due_at, call.tries, call.remind_at <= ${now} as reminded,
      array[call.rank, case when call.rank = 0 then extract(epoch from call.due_at)::bigint else 0 end,
        -call.collects_pkr, call.tries]::bigint[] as sort
    from "order" as waiting
    cross join lateral (
      select asked.*, case
        when asked.tried_at > ${now} - interval '15 minutes' then 4
        when asked.due_at <= ${now} + interval '2 hours' or asked.remind_at <= ${now} then 0
        when waiting.listed_at > ${now} - interval '30 minutes' then 3
        when waiting.listed_at > ${now} - interval '60 minutes' then 1
        else 2 end as rank
      from order_confirmation as asked
      where asked.shop_id = waiting.shop_id and asked.order_id = waiting.id and asked.state = 'awaiting') as call
    where waiting.shop_id = ${shop.id}::uuid and waiting.hold_code = 'awaiting_confirmation'
      and waiting.state = 'held'`;
}

/** How many wait, and how many of them were not tried on this day of the shop or are to be asked again. */
export function countCallsSql({ shop, clock }: CallsDeps): Prisma.Sql {
  const now = clock.now();
  const today = startOfDay(calendarDay(now, shop.timezone), shop.timezone) ?? now;
  return Prisma.sql`
    select count(*)::int as waiting, count(*) filter (where asked.tried_at is null
      or asked.tried_at < ${today}::timestamptz or asked.remind_at <= ${now}::timestamptz)::int as "leftToday"
    from "order" as waiting
    join order_confirmation as asked on asked.shop_id = waiting.shop_id and asked.order_id = waiting.id
    where waiting.shop_id = ${shop.id}::uuid and waiting.hold_code = 'awaiting_confirmation'
      and waiting.state = 'held' and asked.state = 'awaiting'`;
}
