import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { ReportError } from "#app/platform/observability/report-error.server.ts";
import type { Crypto } from "./crypto.ts";
import { type SealedColumn, sealedColumns, sealedPlace } from "./sealed-columns.ts";
import { quietMs } from "./sealing-keys.server.ts";

export type ResealDeps = {
  readonly pool: Pick<pg.Pool, "query">;
  readonly crypto: Crypto;
  readonly reportError: ReportError;
};

export type ResealOptions = {
  /** Rows looked at in one statement. */
  readonly batch?: number;
  /** How long no process may have sealed under another key before that counts as out of use. */
  readonly unusedForMs?: number;
  /** Ends the pass after the values in hand. */
  readonly signal?: AbortSignal;
};

/** What a pass found and did; `left` counts sealed values by the id of their key at its end. */
export type ResealResult = { readonly resealed: number; readonly left: ReadonlyMap<string, number> };

const leaseMs = 30_000;
/** So many blobs are held at once; a delivery's body may be 2 MB. */
const openedAtOnce = 16;

type ResealPass = ResealDeps & {
  readonly token: string;
  readonly batch: number;
  readonly unusedForMs: number;
  readonly signal: AbortSignal | undefined;
  readonly counts: Map<string, number>;
  /** Columns of which an unreadable value was reported. */
  readonly unreadable: Set<SealedColumn>;
  resealed: number;
};

/**
 * Goes once over every sealed column, seals anew under the newest key what another one sealed, and counts. Each value
 * is replaced only while it is still the value that was read. A pass that dies is begun again by whoever takes its lease.
 * Null when no pass is due, another process has it, or it was cut short: daily, and at once while values may name another key.
 */
export async function runResealPass(
  deps: ResealDeps,
  { batch = 500, unusedForMs = quietMs, signal }: ResealOptions = {},
): Promise<ResealResult | null> {
  const progress = { counts: new Map(), unreadable: new Set<SealedColumn>(), resealed: 0 };
  const pass: ResealPass = { ...deps, ...progress, token: randomUUID(), batch, unusedForMs, signal };
  const startedAt = await acquireResealLease(pass);
  if (!startedAt) return null;
  for (const column of sealedColumns) {
    if (!(await resealColumn(pass, column))) return null;
  }
  const isKept = await finish(pass, startedAt);
  return isKept ? { resealed: pass.resealed, left: pass.counts } : null;
}

/** While processes seal under a key that was introduced later, values are theirs to seal anew. */
async function acquireResealLease({ pool, crypto, token, unusedForMs }: ResealPass): Promise<Date | null> {
  const { rows } = await pool.query<{ startedAt: Date }>(
    `update sealing_key set lease_token = $2, lease_until = clock_timestamp() + $3 * interval '1 millisecond'
     where id = $1 and coalesce(lease_until <= clock_timestamp(), true)
       and (coalesce(counted_at <= clock_timestamp() - interval '1 day', true)
         or exists (select from sealing_key as other where other.id <> $1))
       and not exists (select from sealing_key as later where later.created_at > sealing_key.created_at
         and later.used_at > clock_timestamp() - $4 * interval '1 millisecond')
     returning clock_timestamp() as "startedAt"`,
    [crypto.newestKeyId, token, leaseMs, unusedForMs],
  );
  return rows[0]?.startedAt ?? null;
}

/** False when the pass has to end before the column does. */
async function resealColumn(pass: ResealPass, column: SealedColumn): Promise<boolean> {
  let after: string | null = null;
  do {
    const rows: readonly ReadRow[] = await readBatch(pass, column, after);
    const stale = rows.filter(({ keyId }) => keyId !== null && keyId !== pass.crypto.newestKeyId);
    for (const { keyId } of rows) if (keyId === pass.crypto.newestKeyId) count(pass, keyId);
    for (let at = 0; at < stale.length; at += openedAtOnce) {
      await resealRows(pass, column, stale.slice(at, at + openedAtOnce));
      if (!(await mayContinue(pass))) return false;
    }
    if (!(await mayContinue(pass))) return false;
    after = rows.length < pass.batch ? null : (rows.at(-1)?.id ?? null);
  } while (after !== null);
  return true;
}

/** `keyId` is null where there is nothing, or it was erased. */
type ReadRow = { readonly id: string; readonly keyId: string | null };

async function readBatch(
  { pool, batch }: ResealPass,
  { table, column, idType }: SealedColumn,
  after: string | null,
): Promise<ReadRow[]> {
  const keyId = `case when length("${column}") > 2
    then encode(substring("${column}" from 3 for get_byte("${column}", 1)), 'escape') end`;
  const { rows } = await pool.query<ReadRow>(
    `select id::text as id, ${keyId} as "keyId" from "${table}"
     ${after === null ? "" : `where id > $2::${idType}`} order by "${table}".id limit $1`,
    after === null ? [batch] : [batch, after],
  );
  return rows;
}

async function resealRows(pass: ResealPass, column: SealedColumn, stale: readonly ReadRow[]): Promise<void> {
  const { table, column: name, idType, row } = column;
  const { rows } = await pass.pool.query<{ id: string; row: string; blob: Buffer }>(
    `select id::text as id, ${row} as "row", "${name}" as blob from "${table}"
     where id = any($1::${idType}[]) and length("${name}") > 2`,
    [stale.map(({ id }) => id)],
  );
  for (const read of rows) {
    const isNew = await resealOne(pass, column, read);
    const keyId = isNew ? pass.crypto.newestKeyId : stale.find(({ id }) => id === read.id)?.keyId;
    count(pass, keyId ?? "");
  }
}

/** False where the value does not open, or became another one meanwhile: the next pass looks at that. */
async function resealOne(
  pass: ResealPass,
  column: SealedColumn,
  { id, row, blob }: { readonly id: string; readonly row: string; readonly blob: Buffer },
): Promise<boolean> {
  const sealed = sealAnew(pass, column, row, blob);
  if (!sealed) return false;
  const { table, column: name, idType } = column;
  const { rowCount } = await pass.pool.query(
    `update "${table}" set "${name}" = $2 where id = $1::${idType} and "${name}" = $3`,
    [id, sealed, blob],
  );
  if (rowCount !== 1) return false;
  pass.resealed += 1;
  return true;
}

function sealAnew(pass: ResealPass, column: SealedColumn, row: string, blob: Buffer): Buffer | null {
  const { crypto, reportError, unreadable } = pass;
  const place = sealedPlace(column, row);
  try {
    return Buffer.from(crypto.seal(crypto.open(blob, place), place));
  } catch (error) {
    const subject = `${column.table}.${column.column}`;
    if (!unreadable.has(column)) reportError(error, { event: "reseal_unreadable", subject });
    unreadable.add(column);
    return null;
  }
}

/** Renews the lease; a pass that was asked to end gives it back. */
async function mayContinue({ pool, crypto, token, signal }: ResealPass): Promise<boolean> {
  const forMs = signal?.aborted ? 0 : leaseMs;
  const { rowCount } = await pool.query(
    `update sealing_key set lease_until = clock_timestamp() + $3 * interval '1 millisecond'
     where id = $1 and lease_token = $2`,
    [crypto.newestKeyId, token, forMs],
  );
  return rowCount === 1 && forMs > 0;
}

/** Writes the counts down, and lets go of keys that nothing names and nobody uses; false when the lease went to another. */
async function finish(
  { pool, crypto, token, counts, unusedForMs }: ResealPass,
  startedAt: Date,
): Promise<boolean> {
  const ids = [...counts.keys()].filter((id) => /^[A-Za-z0-9_-]{1,32}$/.test(id));
  const { rowCount } = await pool.query(
    `with mine as (
       update sealing_key set lease_token = null, lease_until = null, counted_at = clock_timestamp(), rows = $5
       where id = $1 and lease_token = $2 returning id
     ),
     counted as (
       insert into sealing_key (id, rows, counted_at)
       select each.id, each.rows, clock_timestamp() from mine, unnest($3::text[], $4::bigint[]) as each (id, rows)
       where each.id <> $1
       on conflict (id) do update set rows = excluded.rows, counted_at = excluded.counted_at
     ),
     gone as (
       delete from sealing_key using mine
       where sealing_key.id <> $1 and sealing_key.id <> all($3::text[])
         and sealing_key.used_at < $6::timestamptz - $7 * interval '1 millisecond'
     )
     select from mine`,
    [
      crypto.newestKeyId,
      token,
      ids,
      ids.map((id) => counts.get(id) ?? 0),
      counts.get(crypto.newestKeyId) ?? 0,
      startedAt,
      unusedForMs,
    ],
  );
  return rowCount === 1;
}

function count({ counts }: ResealPass, keyId: string): void {
  counts.set(keyId, (counts.get(keyId) ?? 0) + 1);
}
