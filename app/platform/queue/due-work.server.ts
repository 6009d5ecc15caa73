import { Prisma, type PrismaClient } from "@prisma/client";
import type { Db } from "#app/platform/database/db.server.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import type { ShopId } from "#app/platform/ids.ts";
import type { Lane } from "./lanes.ts";
import {
  type ClaimedWork,
  claimRow,
  isDueAtStatementStartSql,
  isOfKindsSql,
  isReportOnlySql,
  type UnstartedWork,
} from "./work.server.ts";
import { knownKinds } from "./work-kinds.ts";

/** A shop that has due work in a lane, and what is first of it. */
export type ShopTurn = {
  readonly shopId: ShopId;
  /** All its first rows are reports that have not waited for long (D-39): what somebody waits for goes first. */
  readonly isReport: boolean;
  /** Since when the first of it has been due. */
  readonly dueAt: Date;
};

/** Reports wait so long behind what somebody waits for; then they have their turn among it. */
export const maxReportWaitMs = 60_000;

/** So many of a shop's oldest due rows are looked at for one that is more than a report. */
const rowsConsidered = 20;

const isRecentReportSql = Prisma.sql`
  (${Prisma.raw(isReportOnlySql)} and next_run_at > statement_timestamp() - ${maxReportWaitMs} * interval '1 millisecond')`;

/** The shops that have due work of these kinds in a lane. */
export async function listShopTurns(db: Db, lane: Lane, kinds: readonly string[]): Promise<ShopTurn[]> {
  return queryRows<ShopTurn>(db, shopTurnsSql(lane, kinds));
}

/** Walks from shop to shop in the index: the cost goes with the number of shops, not with how much each has waiting. */
export function shopTurnsSql(lane: Lane, kinds: readonly string[]): Prisma.Sql {
  return Prisma.sql`
    with recursive waiting as (
      (select shop_id from work where lane = ${lane} and next_run_at is not null order by shop_id limit 1)
      union all
      select (select work.shop_id from work
        where work.lane = ${lane} and work.next_run_at is not null and work.shop_id > waiting.shop_id
        order by work.shop_id limit 1)
      from waiting where waiting.shop_id is not null
    )
    select waiting.shop_id as "shopId", turn.is_report as "isReport", turn.next_run_at as "dueAt"
    from waiting cross join lateral (
      select is_report, next_run_at from (
        select ${isRecentReportSql} as is_report, next_run_at from work
        where lane = ${lane} and shop_id = waiting.shop_id and ${isOfKindsSql(kinds)} and dead_at is null
          and ${Prisma.raw(isDueAtStatementStartSql)}
        order by next_run_at limit ${rowsConsidered}
      ) as oldest
      order by is_report, next_run_at limit 1
    ) as turn
    where waiting.shop_id is not null`;
}

/** Takes the lease of what is first of a shop's due work in a lane; null where nothing is due and free. */
export async function claimTurn(
  db: PrismaClient,
  turn: ClaimedTurn,
  leaseMs: number,
  kinds: readonly string[],
): Promise<ClaimedWork | null> {
  return claimRow(db, firstOfTurnSql(turn, kinds), leaseMs, kinds);
}

type ClaimedTurn = { readonly lane: Lane; readonly shopId: ShopId };

/** Only what is taken is locked: the order is made first, then rows are locked one by one until one is free. */
export function firstOfTurnSql({ lane, shopId }: ClaimedTurn, kinds: readonly string[]): Prisma.Sql {
  return Prisma.sql`(
    select work.id from (
      select id, ${isRecentReportSql} as is_report, next_run_at from work
      where lane = ${lane} and shop_id = ${shopId}::uuid and ${isOfKindsSql(kinds)} and dead_at is null
        and ${Prisma.raw(isDueAtStatementStartSql)}
      order by next_run_at limit ${rowsConsidered}
    ) as oldest join work on work.id = oldest.id
    order by oldest.is_report, oldest.next_run_at limit 1 for update of work skip locked)`;
}

/** Rows of these kinds that are due and free, so many of each lane, the shops of it in turn, the longest waiting of each first. */
export async function listDueWork(
  db: Db,
  ofEachLane: number,
  kinds: readonly string[] = knownKinds,
): Promise<UnstartedWork[]> {
  // A request writes the due time first, then that of its notification, which is never the earlier one.
  return db.$queryRaw<UnstartedWork[]>`
    select id, lane, shop_id as "shopId", due_at as "dueAt",
      ${Prisma.raw(isReportOnlySql)} as "isReport",
      case when notified_at >= due_at then extract(epoch from clock_timestamp() - notified_at)::float8 * 1000 end as "notifiedMsAgo"
    from (
      select *, row_number() over (partition by lane order by turn, next_run_at) as place
      from (
        select id, lane, shop_id, next_run_at, notified_at, requested_generation, observed_generation,
          requested_reports, observed_reports,
          greatest(next_run_at, lease_until) as due_at,
          row_number() over (partition by lane, shop_id order by next_run_at) as turn
        from work where ${isOfKindsSql(kinds)} and dead_at is null and ${Prisma.raw(isDueAtStatementStartSql)}
      ) as of_shops
      where turn <= ${ofEachLane}
    ) as due
    where place <= ${ofEachLane} order by place`;
}

/** What is due and free in a lane: how many rows, and how long the oldest has waited, in seconds. */
export type Backlog = {
  readonly lane: string;
  /** The kind that these rows are of, where this version does not know it; null for all that it knows. */
  readonly unknownKind: string | null;
  readonly rows: number;
  readonly oldestSeconds: number;
};

/** The backlog of each lane in which something is due, what nobody here will run apart. */
export async function readBacklog(db: Db, kinds: readonly string[] = knownKinds): Promise<Backlog[]> {
  return db.$queryRaw<Backlog[]>`
    select lane, case when ${isOfKindsSql(kinds)} then null else kind end as "unknownKind", count(*)::int as rows,
      extract(epoch from clock_timestamp() - min(greatest(next_run_at, lease_until)))::float8 as "oldestSeconds"
    from work where dead_at is null and ${Prisma.raw(isDueAtStatementStartSql)}
    group by 1, 2`;
}

/** Work that was given up, by kind; kinds without any are left out. */
export async function countDeadWork(
  db: Db,
): Promise<readonly { readonly kind: string; readonly rows: number }[]> {
  return db.$queryRaw<{ kind: string; rows: number }[]>`
    select kind, count(*)::int as rows from work where dead_at is not null group by kind`;
}
