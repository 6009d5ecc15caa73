import type pg from "pg";
import { withPooledClient } from "#app/platform/database/pooled-client.server.ts";
import { AppError } from "#app/platform/errors.ts";

type Pool = Pick<pg.Pool, "query" | "connect">;

/** A process says so often that it seals under its newest key. A key counts as unused after four times as long. */
const recordKeyUseEveryMs = 15_000;
export const quietMs = 60_000;

/**
 * Refuses to go on while sealed values may name a key that is not in the ring (the first one seals); else notes that values
 * may name that one from now on. Reads one small table, not the values.
 * @throws AppError `sealing_key_missing` naming the keys' ids
 */
export async function registerSealingKeys(
  pool: Pool,
  ring: readonly { readonly id: string }[],
): Promise<void> {
  await withPooledClient(pool, async (client) => {
    await client.query("begin");
    // Two processes that start together with rings that differ must see each other's newest key.
    await client.query("lock table sealing_key in share row exclusive mode");
    const { rows } = await client.query<{ id: string }>("select id from sealing_key order by id");
    const missing = rows.map(({ id }) => id).filter((id) => ring.every((key) => key.id !== id));
    if (missing.length > 0) throw keyMissing(missing);
    await client.query(recordKeyUseSql, [ring[0]?.id]);
    await client.query("commit");
  });
}

const recordKeyUseSql = `insert into sealing_key (id, used_at) values ($1, clock_timestamp())
  on conflict (id) do update set used_at = excluded.used_at`;

function keyMissing(ids: readonly string[]): AppError {
  const sentence = `ENCRYPTION_KEYS lacks ${ids.join(", ")}: values in the database are sealed under it. Put it back at the end of the list`;
  return new AppError("sealing_key_missing", sentence, { retryable: false, details: ids });
}

/** Says every quarter of a minute that this process seals under its newest key, until `stop`. */
export function startRecordingKeyUse(
  pool: Pick<pg.Pool, "query">,
  keyId: string,
): { readonly stop: () => void } {
  // A database that does not answer takes no sealed value either.
  const say = () => void pool.query(recordKeyUseSql, [keyId]).catch(() => undefined);
  const timer = setInterval(say, recordKeyUseEveryMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

export type SealedRows = { readonly key: string; readonly rows: number };

/**
 * Sealed values by the id of their key, as last counted. 0 for a key other than the newest is said only once a whole
 * pass found none and no process seals under it: then it may leave the ring.
 */
export async function countSealedRows(
  pool: Pick<pg.Pool, "query">,
  ring: readonly { readonly id: string }[],
): Promise<readonly SealedRows[]> {
  const { rows } = await pool.query<{ id: string; rows: number }>(
    "select id, rows::float8 as rows from sealing_key",
  );
  const known = new Map(rows.map((row) => [row.id, row.rows]));
  const older = [...known.keys()].filter((id) => ring.every((key) => key.id !== id));
  return [...ring.map(({ id }) => id), ...older].map((key, place) => {
    const counted = known.get(key);
    if (counted === undefined) return { key, rows: 0 };
    return { key, rows: place === 0 ? counted : Math.max(1, counted) };
  });
}
