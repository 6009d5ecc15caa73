import { randomUUID } from "node:crypto";
import type { Prisma } from "@prisma/client";
import pg from "pg";
import { inject } from "vitest";
import { connectDatabase, type Database } from "#app/platform/database/db.server.ts";

export type TestDatabase = Omit<Database, "close"> & { readonly drop: () => Promise<void> };

/** A database of its own, with every table and the queue's schema in place; `drop` ends it. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const template = new URL(inject("templateUrl"));
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const url = new URL(template);
  url.pathname = `/${name}`;
  await administer(template, `create database ${name} template ${template.pathname.slice(1)}`);
  const { close, ...database } = connectDatabase(url.href, { poolSize: 10 });
  return {
    ...database,
    drop: async () => {
      await close();
      await administer(template, waitUntilLeft(name), `drop database if exists ${name} with (force)`);
    },
  };
}

/** For a test's own rows, of which there are so many that a busy machine takes longer over them than the app may. */
export async function writeManyRows(
  { pool }: Pick<TestDatabase, "pool">,
  statements: readonly Prisma.Sql[],
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("set statement_timeout = 0");
    for (const { text, values } of statements) await client.query(text, values);
  } finally {
    client.release(true);
  }
}

/**
 * SQL that waits a moment for sessions that are being closed: one that is ended by force meanwhile has nobody left who
 * listens for its error.
 */
const waitUntilLeft = (name: string) => `do $$ begin
  for i in 1..20 loop
    exit when not exists (select from pg_stat_activity where datname = '${name}');
    perform pg_sleep(0.01), pg_stat_clear_snapshot();
  end loop;
end $$`;

async function administer(template: URL, ...statements: readonly string[]): Promise<void> {
  const admin = new URL(template);
  admin.pathname = "/postgres";
  const client = new pg.Client({ connectionString: admin.href });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
