import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { Expired } from "./expired.ts";
import { keptSince, ROWS_AT_ONCE } from "./kept-days.ts";

type ExpireRunsDeps = Pick<ShopContext, "shop" | "db" | "clock">;

const after = (rows: number): Expired => ({ rows, next: rows === 0 ? null : "" });

/**
 * Runs that ended long ago, previews nobody applied, and the hours in which the service's changes were counted. What can
 * still be put back stays, and what waits for an answer; who pressed stays in the timelines. A run's rows go before it does.
 */
export async function expireBulkRuns({ shop, db, clock }: ExpireRunsDeps): Promise<Expired> {
  const now = clock.now();
  return after(
    await db.$executeRaw`
    with run as (
      select id from bulk_run
      where shop_id = ${shop.id}::uuid and coalesce(finished_at, created_at) < ${keptSince(now).over}
        and (state in ('planned', 'done', 'stopped') or kind in ('news_prices', 'news_out') and state = 'running')
        and coalesce(undo_until < ${now}, true)
      order by created_at limit 1
    ),
    price as (
      delete from price_change where id in (
        select price_change.id from price_change join run on run.id = run_id
        where shop_id = ${shop.id}::uuid limit ${ROWS_AT_ONCE})
      returning 1
    ),
    item as (
      delete from bulk_item where id in (
        select bulk_item.id from bulk_item join run on run.id = run_id
        where shop_id = ${shop.id}::uuid limit ${ROWS_AT_ONCE})
      returning 1
    ),
    empty as (
      delete from bulk_run where shop_id = ${shop.id}::uuid and id in (select id from run)
        and (select count(*) from price) < ${ROWS_AT_ONCE} and (select count(*) from item) < ${ROWS_AT_ONCE}
      returning 1
    )
    select 1 from price union all select 1 from item union all select 1 from empty`,
  );
}
