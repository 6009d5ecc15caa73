import { Prisma, type PrismaClient } from "@prisma/client";
import type { Db } from "#app/platform/database/db.server.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import type { ShopId } from "#app/platform/ids.ts";
import { Lease, readClocks } from "./lease.server.ts";
import { knownKinds, toWorkRow, type WorkKind, type WorkRequest } from "./work-kinds.ts";

/** A row this process may run until its lease ends. */
export type ClaimedWork = {
  readonly id: string;
  readonly shopId: ShopId;
  readonly kind: WorkKind;
  /** As it is stored; the handler of its kind is given what it means. */
  readonly subject: string;
  readonly lane: string;
  /** What was requested when the run began, and how much of it were reports; later requests make the row due again. */
  readonly requestedGeneration: bigint;
  readonly requestedReports: bigint;
  /** False when all that was requested since the last run that ended well were reports (D-39). */
  readonly needsRead: boolean;
  /** Failures with the same code just before this run. */
  readonly attempts: number;
  /** Its last end was a failure, also where it was given up for that and is requested anew. */
  readonly hasFailed: boolean;
  /** Runs in a row, this one included, whose end is not written: their process died under them. */
  readonly unfinishedRuns: number;
  readonly lease: Lease;
  /** When the run began, by the database's clock: what was requested before is seen by all it reads. */
  readonly claimedAt: Date;
};

export type DueWork = {
  readonly id: string;
  readonly lane: string;
  /** Whose it is, where whoever notifies knows it. */
  readonly shopId?: ShopId;
  /** Since when it has been due, where nobody was notified of it. */
  readonly dueAt?: Date;
  /** All it is requested for are reports (D-39): what a buyer or a merchant waits for goes first. */
  readonly isReport?: boolean;
};

/** Work that was requested; not due while it runs (it continues by itself) or is to wait. */
export type RequestedWork = DueWork & { readonly isDue: boolean };

/** A due row, and when a notification of it was sent. */
export type UnstartedWork = DueWork & {
  readonly shopId: ShopId;
  /** Since when it has been due and free. */
  readonly dueAt: Date;
  /** How long ago workers were notified of this due time; null when its time came by itself and nobody was. */
  readonly notifiedMsAgo: number | null;
};

/**
 * SQL for a row that is there already: requested once more, due no later than before, and alive again. A row that rests
 * becomes due when its rest is over.
 */
export const requestAgainSql = `on conflict (shop_id, kind, subject) do update set
    requested_generation = work.requested_generation + 1,
    requested_reports = work.requested_reports + excluded.requested_reports,
    observed_reports = case when excluded.requested_reports > 0 then work.observed_reports else work.requested_reports end,
    next_run_at = least(work.next_run_at, greatest(excluded.next_run_at, work.rests_until)),
    notified_at = coalesce(excluded.notified_at, work.notified_at),
    attempts = case when work.dead_at is null then work.attempts else 0 end,
    unfinished_runs = case when work.dead_at is null then work.unfinished_runs else 0 end,
    dead_at = null,
    updated_at = clock_timestamp()`;

/** SQL for whether all that a row is requested for are reports. */
export const isReportOnlySql = `requested_generation - observed_generation > 0
  and requested_generation - observed_generation = requested_reports - observed_reports`;

/** How long reports wait for others of the same thing, where nobody waits for what they tell (D-39). */
export const coalesceReportsMs = 2000;

/** SQL for whether a row may be run now: its time has come, and nobody has it. */
export const isDueNowSql =
  "next_run_at <= clock_timestamp() and coalesce(lease_until <= clock_timestamp(), true)";

/** The same for a statement that looks for such rows: an index is of use only for a time that stands still in it. */
export const isDueAtStatementStartSql =
  "next_run_at <= statement_timestamp() and coalesce(lease_until <= statement_timestamp(), true)";

/**
 * Requests that things are reconciled, each once more. The due time only moves earlier, but not into the rest a run ended
 * with, and what had been given up is alive again. Call inside the transaction that makes it necessary. Whoever notifies
 * after the commit says so (`notifyFollows`); of everything else the sweeper notifies at once.
 */
export async function requestReconcile(
  tx: Db,
  requests: readonly WorkRequest[],
  { notifyFollows = false }: { readonly notifyFollows?: boolean } = {},
): Promise<RequestedWork[]> {
  if (requests.length === 0) return [];
  const requested = requests.map(toWorkRow);
  const columns = {
    shops: requests.map(({ shopId }) => shopId),
    kinds: requested.map(({ kind }) => kind),
    subjects: requested.map(({ subject }) => subject),
    lanes: requested.map(({ lane }) => lane),
    delays: requested.map(({ delayMs }) => delayMs),
  };
  // Sorted, so that two transactions requesting the same rows take their locks in one order.
  return queryRows<RequestedWork>(
    tx,
    Prisma.sql`
    insert into work (shop_id, kind, subject, lane, next_run_at, notified_at)
    select shop_id, kind, subject, min(lane), clock_timestamp() + min(delay_ms) * interval '1 millisecond',
      case when ${notifyFollows} then clock_timestamp() end
    from unnest(${columns.shops}::uuid[], ${columns.kinds}::text[], ${columns.subjects}::text[],
                ${columns.lanes}::text[], ${columns.delays}::int[]) as request (shop_id, kind, subject, lane, delay_ms)
    group by shop_id, kind, subject
    order by shop_id, kind, subject
    ${Prisma.raw(requestAgainSql)}
    returning id, lane, shop_id as "shopId", ${Prisma.raw(isDueNowSql)} as "isDue"`,
  );
}

/** SQL for whether a row is of one of these kinds, which our own code names. */
export function isOfKindsSql(kinds: readonly string[]): Prisma.Sql {
  return Prisma.raw(`kind = any('{${kinds.join(",")}}'::text[])`);
}

/** Takes the lease of a row of these kinds that is due and free, by the database's clock; null where it is not. */
export async function claimWork(
  db: PrismaClient,
  workId: string,
  leaseMs: number,
  kinds: readonly string[] = knownKinds,
): Promise<ClaimedWork | null> {
  return claimRow(db, Prisma.sql`${workId}::uuid`, leaseMs, kinds);
}

/** Takes the lease of the row whose id the SQL gives, where it is of these kinds, due and free. */
export async function claimRow(
  db: PrismaClient,
  id: Prisma.Sql,
  leaseMs: number,
  kinds: readonly string[],
): Promise<ClaimedWork | null> {
  const askedAt = readClocks();
  const rows = await queryRows<Omit<ClaimedWork, "lease"> & { readonly leaseToken: string }>(
    db,
    Prisma.sql`
    update work set
      lease_token = gen_random_uuid(),
      lease_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond',
      unfinished_runs = unfinished_runs + 1,
      updated_at = clock_timestamp()
    where id = ${id} and ${isOfKindsSql(kinds)} and dead_at is null and next_run_at <= clock_timestamp()
      and (lease_until is null or lease_until <= clock_timestamp())
    returning id, shop_id as "shopId", kind, subject, lane, attempts,
      requested_generation as "requestedGeneration", requested_reports as "requestedReports",
      unfinished_runs as "unfinishedRuns",
      last_error is not null as "hasFailed",
      requested_generation - observed_generation > requested_reports - observed_reports as "needsRead",
      lease_token as "leaseToken", updated_at as "claimedAt"`,
  );
  const [row] = rows;
  if (!row) return null;
  const { leaseToken: token, ...work } = row;
  return { ...work, lease: new Lease(db, { workId: row.id, token, ms: leaseMs }, askedAt) };
}
