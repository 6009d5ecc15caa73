import { Prisma } from "@prisma/client";
import type { ScheduleSpec } from "#app/domain/sweeps/schedule-spec.ts";
import type { Db } from "#app/platform/database/db.server.ts";
import { type DueWork, requestAgainSql } from "#app/platform/queue/work.server.ts";
import { kindSql, laneSql } from "#app/platform/queue/work-kinds.ts";

/**
 * Gives every shop that is set up, and every connection, a row for what has none yet; some of it every shop. The first time falls anywhere in
 * the later half of the interval, so that shops which came together do not run together.
 */
export async function ensureSchedules(db: Db, specs: readonly ScheduleSpec[], scale: number): Promise<void> {
  await db.$executeRaw`
    insert into schedule (shop_id, kind, mode, every_ms, next_run_at)
    select place.shop_id, spec.kind, place.mode, spec.every_ms,
      clock_timestamp() + spec.every_ms * ${scale}::float8 * (0.5 + random() / 2) * interval '1 millisecond'
    from ${specTable(specs)}
    join (
      select id as shop_id, '' as mode, 'shop' as per, set_up_at is not null as is_set_up from shop
      union all
      select shop_id, mode, 'connection', true from supplier_connection where disconnected_at is null
    ) as place using (per)
    where (place.is_set_up or spec.before_set_up) and not exists (
      select from schedule
      where schedule.shop_id = place.shop_id and schedule.kind = spec.kind and schedule.mode = place.mode)
    on conflict do nothing`;
}

const mostQueuedAtOnce = 200;
const sweepKind = Prisma.raw(kindSql("sweep.run"));
const sweepLane = Prisma.raw(laneSql("sweep.run"));

/**
 * Turns what is due into rows of work and moves it on to its next time, in one statement: of any number of processes
 * that call this, one gets each row. Being asked again also revives work that was given up. The rows of work are locked
 * first, as a run under way locks them before its schedule; what a run is writing just now is left to the next call.
 */
export async function queueDueSchedules(
  db: Db,
  specs: readonly ScheduleSpec[],
  scale: number,
): Promise<DueWork[]> {
  return db.$queryRaw<DueWork[]>`
    with candidate as (
      select id, shop_id, kind || case when mode = '' then '' else '/' || mode end as subject
      from schedule where next_run_at <= clock_timestamp()
      order by next_run_at limit ${mostQueuedAtOnce}
    ),
    held as (
      select candidate.id from candidate
      join work on work.shop_id = candidate.shop_id and work.kind = ${sweepKind} and work.subject = candidate.subject
      for update of work skip locked
    ),
    due as (
      select schedule.id from schedule join candidate using (id)
      where schedule.next_run_at <= clock_timestamp() and (
        exists (select from held where held.id = schedule.id)
        or not exists (
          select from work
          where work.shop_id = candidate.shop_id and work.kind = ${sweepKind} and work.subject = candidate.subject))
      for update of schedule skip locked
    ),
    judged as (
      select schedule.id, coalesce(shop.state = any(string_to_array(spec.shop_states, ',')), false)
        and (schedule.mode = '' or exists (
          select from supplier_connection
          where supplier_connection.shop_id = schedule.shop_id and supplier_connection.mode = schedule.mode
            and supplier_connection.disconnected_at is null)) as runs
      from due join schedule using (id)
      join shop on shop.id = schedule.shop_id
      left join ${specTable(specs)} using (kind)
    ),
    moved as (
      update schedule set
        next_run_at = clock_timestamp() + greatest(
          every_ms * ${scale}::float8 * 0.5 * interval '1 millisecond',
          next_run_at + every_ms * ${scale}::float8 * interval '1 millisecond' - clock_timestamp()),
        queued_at = case when judged.runs then clock_timestamp() else queued_at end
      from judged where schedule.id = judged.id
      returning schedule.shop_id, schedule.kind, schedule.mode, judged.runs
    )
    insert into work (shop_id, kind, subject, lane, next_run_at)
    select shop_id, ${sweepKind}, kind || case when mode = '' then '' else '/' || mode end, ${sweepLane},
      clock_timestamp()
    from moved where runs
    order by 1, 2, 3
    ${Prisma.raw(requestAgainSql)}
    returning id, lane, shop_id as "shopId"`;
}

function specTable(specs: readonly ScheduleSpec[]): Prisma.Sql {
  const kinds = specs.map(({ kind }) => kind);
  const pers = specs.map(({ per }) => per);
  const everies = specs.map(({ everyMs }) => everyMs);
  const states = specs.map(({ shopStates }) => shopStates.join(","));
  const early = specs.map(({ beforeSetUp }) => beforeSetUp === true);
  return Prisma.sql`unnest(
      ${kinds}::text[], ${pers}::text[], ${everies}::int[], ${states}::text[], ${early}::boolean[]
    ) as spec (kind, per, every_ms, shop_states, before_set_up)`;
}
