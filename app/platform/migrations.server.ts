import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { AppError } from "./errors.ts";

/** The lock `prisma migrate deploy` takes, so that either of the two waits for the other. */
const advisoryLock = 72707369;

export const migrationsDirectory = fileURLToPath(new URL("../../prisma/migrations", import.meta.url));

type Migration = { readonly name: string; readonly sql: string; readonly checksum: string };
type Applied = {
  migration_name: string;
  checksum: string;
  finished_at: Date | null;
  rolled_back_at: Date | null;
};

/**
 * Applies what is missing, in order, and writes them down in the layout Prisma's own tool reads.
 * Returns the names applied.
 * @throws AppError `migration_failed` (finish or roll back by hand), `migration_changed` (an applied file was edited)
 */
export async function runMigrations(databaseUrl: string, directory = migrationsDirectory): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [advisoryLock]);
    await client.query(ledger);
    const migrations = await listMigrations(directory);
    const missing = await findMissing(client, migrations);
    for (const migration of missing) await apply(client, migration);
    return missing.map((migration) => migration.name);
  } finally {
    await client.end();
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

async function findMissing(client: pg.Client, migrations: readonly Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<Applied>(
    `select migration_name, checksum, finished_at, rolled_back_at from _prisma_migrations order by started_at`,
  );
  const standing = rows.filter((row) => row.rolled_back_at === null);
  const unfinished = standing.find((row) => row.finished_at === null);
  if (unfinished)
    throw refusal("migration_failed", unfinished.migration_name, "did not finish the last time");
  for (const { name, checksum } of migrations) {
    const known = standing.find((row) => row.migration_name === name);
    if (known && known.checksum !== checksum)
      throw refusal("migration_changed", name, "was edited after it ran");
  }
  return migrations.filter(({ name }) => standing.every((row) => row.migration_name !== name));
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  const id = randomUUID();
  await client.query(`insert into _prisma_migrations (id, checksum, migration_name) values ($1, $2, $3)`, [
    id,
    checksum,
    name,
  ]);
  try {
    await client.query(sql);
  } catch (cause) {
    await client.query(`update _prisma_migrations set logs = $2 where id = $1`, [id, String(cause)]);
    throw refusal("migration_failed", name, "failed", cause);
  }
  await client.query(
    `update _prisma_migrations set finished_at = now(), applied_steps_count = 1 where id = $1`,
    [id],
  );
}

function refusal(code: string, name: string, what: string, cause?: unknown): AppError {
  return new AppError(code, `Migration ${name} ${what}`, { retryable: false, cause });
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
