import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { AppError } from "#app/platform/errors.ts";
import { transientDatabaseCode } from "#app/platform/http/transient-failure.ts";
import { PROJECT_FOLDER } from "#app/platform/process/project-folder.server.ts";
import { survivesLostSession } from "./lost-sessions.server.ts";

/** The lock `prisma migrate deploy` takes, so that either of the two waits for the other. */
const advisoryLock = 72707369;

export const migrationsDirectory = join(PROJECT_FOLDER, "prisma/migrations");

type Migration = { readonly name: string; readonly sql: string; readonly checksum: string };
type Applied = {
  migration_name: string;
  checksum: string;
  finished_at: Date | null;
  rolled_back_at: Date | null;
  logs: string | null;
};

export type MigrationOptions = {
  readonly directory?: string;
  /** How long a statement waits for a lock of a table; meanwhile whoever uses the table waits behind it. */
  readonly lockTimeoutMs?: number;
  /** How long a start waits in all, for another process that migrates or for locks of tables, before it gives up. */
  readonly waitMs?: number;
  /** A process that says nothing for so long loses its session, and with it what it began and its lock. */
  readonly idleMs?: number;
  /** Told when it begins to wait, with the sentence to log. */
  readonly onWait?: (sentence: string) => void;
};

const defaults = {
  ...{ directory: migrationsDirectory, lockTimeoutMs: 4000, waitMs: 120_000, idleMs: 20_000 },
  onWait: () => undefined,
} as const satisfies MigrationOptions;

/** Between two tries to get a lock. */
const retryMs = 1000;

type Run = Required<MigrationOptions> & { readonly client: pg.Client; readonly deadline: number };

/**
 * Applies what is missing, in order, and writes it down in the layout Prisma's own tool reads. Each migration and its
 * row are one transaction: a process that dies leaves neither, and the next start takes it up again. Returns the names.
 * @throws AppError `migration_failed` (finish or roll back by hand), `migration_changed` (an applied file was edited),
 * `migration_waits` (another process or a lock stood in the way for too long; start again)
 */
export async function runMigrations(databaseUrl: string, options: MigrationOptions = {}): Promise<string[]> {
  const settings = { ...defaults, ...options };
  const client = new pg.Client({ connectionString: databaseUrl, options: sessionOptions(settings) });
  survivesLostSession(client);
  // A session the server ends while nothing is asked is reported by the next question.
  client.on("error", () => undefined);
  await client.connect();
  try {
    const run = { ...settings, client, deadline: Date.now() + settings.waitMs };
    const migrations = await listMigrations(settings.directory);
    // Where nothing is missing, nobody else who migrates is waited for.
    if ((await hasLedger(client)) && (await findMissing(client, migrations)).length === 0) return [];
    await waitForLock(run);
    await client.query(ledger);
    const missing = await findMissing(client, migrations);
    for (const migration of missing) await applyInTime(run, migration);
    return missing.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}

/** A client that is gone ends its statement within a second, one that is stopped its session. */
function sessionOptions({ lockTimeoutMs, idleMs }: Required<MigrationOptions>): string {
  const limits = {
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: idleMs,
    idle_session_timeout: idleMs,
    client_connection_check_interval: 1000,
  };
  return Object.entries(limits)
    .map(([name, ms]) => `-c ${name}=${ms}`)
    .join(" ");
}

/** Waits for the lock of those who migrate; it ends with the session that holds it. */
async function waitForLock(run: Run): Promise<void> {
  const { client, deadline, onWait } = run;
  for (let tries = 0; ; tries += 1) {
    const { rows } = await client.query<{ taken: boolean }>("select pg_try_advisory_lock($1) as taken", [
      advisoryLock,
    ]);
    if (rows[0]?.taken) return;
    const sentence = `Another process migrates the database (${await describeHolder(client)})`;
    if (tries === 0) onWait(sentence);
    if (Date.now() > deadline) throw toWaitError(sentence);
    await pause(Math.min(retryMs, 100 * (tries + 1)));
  }
}

async function describeHolder(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ pid: number; state: string | null; since: Date }>(
    `select pid, state, state_change as since from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and granted and objid = $1 and pg_locks.database =
       (select oid from pg_database where datname = current_database())`,
    [advisoryLock],
  );
  const [holder] = rows;
  if (!holder) return "it has just ended";
  return `its session ${holder.pid} is ${holder.state ?? "unknown"} since ${holder.since.toISOString()}`;
}

/** Tries again while somebody else holds a lock it needs. */
async function applyInTime(run: Run, migration: Migration): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const blocked = await apply(run.client, migration);
    if (!blocked) return;
    const sentence = `Migration ${migration.name} waits for a lock that others hold`;
    if (tries === 0) run.onWait(sentence);
    if (Date.now() > run.deadline) throw toWaitError(sentence, blocked);
    await pause(Math.min(retryMs, run.lockTimeoutMs));
  }
}

/** The migrations of a folder in the order of their names, each with the checksum Prisma keeps. */
export async function listMigrations(directory = migrationsDirectory): Promise<Migration[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(join(directory, name, "migration.sql"), "utf8");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}

async function hasLedger(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ ledger: string | null }>(
    "select to_regclass('_prisma_migrations')::text as ledger",
  );
  return rows[0]?.ledger !== null;
}

async function findMissing(client: pg.Client, migrations: readonly Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<Applied>(
    `select migration_name, checksum, finished_at, rolled_back_at, logs from _prisma_migrations order by started_at`,
  );
  const standing = rows.filter((row) => row.rolled_back_at === null && !hasDied(row));
  const failed = standing.find((row) => row.finished_at === null);
  if (failed) throw refusal("migration_failed", failed.migration_name, "failed the last time");
  for (const { name, checksum } of migrations) {
    const known = standing.find((row) => row.migration_name === name);
    if (known && known.checksum !== checksum)
      throw refusal("migration_changed", name, "was edited after it ran");
  }
  return migrations.filter(({ name }) => standing.every((row) => row.migration_name !== name));
}

/** Begun, and neither finished nor refused: whoever ran it is gone, and its statements with the transaction. */
function hasDied({ finished_at, logs }: Applied): boolean {
  return finished_at === null && !logs;
}

/** Null when it was applied; else what stood in its way and will pass. */
async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<unknown> {
  const insert = `insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count, logs)
    values ($1, $2, $3, case when $4::text is null then now() end, case when $4::text is null then 1 else 0 end, $4)`;
  const write = (logs: string | null) => client.query(insert, [randomUUID(), checksum, name, logs]);
  try {
    await client.query("begin");
    await client.query(
      `update _prisma_migrations set rolled_back_at = now()
       where migration_name = $1 and finished_at is null and rolled_back_at is null and coalesce(logs, '') = ''`,
      [name],
    );
    await client.query(sql);
    await write(null);
    await client.query("commit");
    return null;
  } catch (cause) {
    const code = transientDatabaseCode(cause);
    // The session is over, and what it began with it.
    if (!(cause instanceof pg.DatabaseError) || /^(57|25P)/.test(code ?? "")) throw cause;
    await client.query("rollback");
    if (code !== null) return cause;
    await write(String(cause));
    throw refusal("migration_failed", name, "failed", cause);
  }
}

function refusal(code: string, name: string, what: string, cause?: unknown): AppError {
  return new AppError(code, `Migration ${name} ${what}`, { retryable: false, cause });
}

function toWaitError(sentence: string, cause?: unknown): AppError {
  return new AppError("migration_waits", `${sentence}. Start again once it is over`, {
    retryable: true,
    cause,
  });
}

const ledger = `create table if not exists _prisma_migrations (
  id varchar(36) primary key not null,
  checksum varchar(64) not null,
  finished_at timestamptz,
  migration_name varchar(255) not null,
  logs text,
  rolled_back_at timestamptz,
  started_at timestamptz not null default now(),
  applied_steps_count integer not null default 0
)`;
