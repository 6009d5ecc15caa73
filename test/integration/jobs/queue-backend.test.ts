import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { prepareQueueSchema } from "#app/jobs/queue-backend.server.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const tables = async () => {
  const { rows } = await database.pool.query("select 1 from pg_tables where schemaname = 'bullmq'");
  return rows.length;
};

describe("the queue's tables", () => {
  it("are made where there are none, and made again after they were dropped", async () => {
    await prepareQueueSchema(database.url);
    const made = await tables();
    expect(made).toBeGreaterThan(3);
    await database.pool.query("drop schema bullmq cascade");
    await prepareQueueSchema(database.url);
    expect(await tables()).toBe(made);
  });

  it("let a process start while a backup, or one that stands still, holds them open", async () => {
    await prepareQueueSchema(database.url);
    const reader = new pg.Client({ connectionString: database.url });
    await reader.connect();
    try {
      await reader.query("begin");
      await reader.query("select * from bullmq.migration");
      await prepareQueueSchema(database.url);
      await reader.query("commit");
    } finally {
      await reader.end();
    }
  });
});
