import { randomUUID } from "node:crypto";
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
      await administer(template, `drop database if exists ${name} with (force)`);
    },
  };
}

async function administer(template: URL, statement: string): Promise<void> {
  const admin = new URL(template);
  admin.pathname = "/postgres";
  const client = new pg.Client({ connectionString: admin.href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
