import { type ChildProcess, spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  listMigrations,
  migrationsDirectory,
  runMigrations,
} from "#app/platform/database/migrations.server.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";
import { waitFor } from "#test/support/wait-for.ts";

let database: TestDatabase;
let directory: string;

beforeEach(async () => {
  database = await createTestDatabase();
  directory = await mkdtemp(join(tmpdir(), "karwan-migrations-"));
  await cp(migrationsDirectory, directory, { recursive: true });
});
afterEach(async () => {
  await rm(directory, { recursive: true });
  await database.drop();
});

async function addMigration(name: string, sql: string): Promise<void> {
  await mkdir(join(directory, name));
  await writeFile(join(directory, name, "migration.sql"), sql);
}

describe("the migration runner", () => {
  it("applies nothing twice", async () => {
    expect(await runMigrations(database.url)).toEqual([]);
  });

  it("leaves the rows that `prisma migrate deploy` reads", async () => {
    const { rows } = await database.pool.query("select * from _prisma_migrations order by migration_name");
    const migrations = await listMigrations();
    expect(rows).toMatchObject(
      migrations.map(({ name, checksum }) => ({
        migration_name: name,
        checksum,
        applied_steps_count: 1,
        rolled_back_at: null,
        finished_at: expect.any(Date),
      })),
    );
  });

  it("applies a new one once, however many processes start together", async () => {
    await addMigration("29990101000000_new", "create table new_table (id int primary key);");
    const applied = await Promise.all([1, 2, 3, 4].map(() => runMigrations(database.url, { directory })));
    expect(applied.flat()).toEqual(["29990101000000_new"]);
  });

  it("says which one failed, and stops there until a person has looked", async () => {
    await addMigration("29990101000000_broken", "create table half (id int); select no_such_function();");
    for (const _ of [1, 2]) {
      await expect(runMigrations(database.url, { directory })).rejects.toMatchObject({
        code: "migration_failed",
        message: expect.stringContaining("29990101000000_broken"),
      });
    }
    const { rows } = await database.pool.query("select to_regclass('half') as half");
    expect(rows).toEqual([{ half: null }]);
  });

  it("refuses a migration that was edited after it ran", async () => {
    const [first] = await listMigrations(directory);
    await writeFile(join(directory, first?.name ?? "", "migration.sql"), "select 1;");
    await expect(runMigrations(database.url, { directory })).rejects.toMatchObject({
      code: "migration_changed",
    });
  });

  describe("beside others", () => {
    const name = "29990101000000_slow";
    let child: ChildProcess | null = null;
    afterEach(() => void child?.kill("SIGKILL"));

    /** A process that migrates; the migration waits inside for as long as the table `gate` is empty. */
    async function startMigrating(idleMs: number): Promise<ChildProcess> {
      await database.pool.query("create table gate (id int)");
      const sql = `create table half (id int);
        select pg_sleep(case when exists (select from gate) then 0 else 2 end);
        create table whole (id int);`;
      await addMigration(name, sql);
      const script = join(import.meta.dirname, "migrating-process.ts");
      const started = spawn(process.execPath, [script, database.url, directory, String(idleMs)], {
        stdio: "ignore",
      });
      child = started;
      await waitFor(async () => (await sleepers()) === 1, { what: "the migration to be half-way" });
      await database.pool.query("insert into gate values (1)");
      return started;
    }

    async function sleepers(): Promise<number> {
      const { rowCount } = await database.pool.query(
        "select from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()",
      );
      return rowCount ?? 0;
    }

    it("takes up one whose process was killed half-way", async () => {
      const killed = await startMigrating(20_000);
      killed.kill("SIGKILL");
      expect(await runMigrations(database.url, { directory })).toEqual([name]);
      const { rows } = await database.pool.query(
        "select to_regclass('half') as half, to_regclass('whole') as whole",
      );
      expect(rows).toEqual([{ half: "half", whole: "whole" }]);
      expect(await runMigrations(database.url, { directory })).toEqual([]);
    });

    it("outlasts a process that was stopped half-way", async () => {
      const stopped = await startMigrating(300);
      stopped.kill("SIGSTOP");
      expect(await runMigrations(database.url, { directory })).toEqual([name]);
    });

    it("takes up one that an earlier start left without an end", async () => {
      await addMigration(name, "create table whole (id int);");
      await database.pool.query(
        "insert into _prisma_migrations (id, checksum, migration_name) values ('1', 'x', $1)",
        [name],
      );
      expect(await runMigrations(database.url, { directory })).toEqual([name]);
      const { rows } = await database.pool.query(
        "select rolled_back_at is not null as gone, finished_at is not null as done from _prisma_migrations where migration_name = $1 order by started_at",
        [name],
      );
      expect(rows).toEqual([
        { gone: true, done: false },
        { gone: false, done: true },
      ]);
    });

    it("says who holds the turn, waits so long and no longer, and does not where nothing is missing", async () => {
      const holder = await database.pool.connect();
      await holder.query("select pg_advisory_lock(72707369)");
      expect(await runMigrations(database.url, { directory })).toEqual([]);
      await addMigration(name, "create table whole (id int);");
      const said: string[] = [];
      const waiting = { directory, waitMs: 300, onWait: (sentence: string) => void said.push(sentence) };
      await expect(runMigrations(database.url, waiting)).rejects.toMatchObject({
        code: "migration_waits",
        message: expect.stringMatching(/Another process migrates the database \(its session \d+ is idle/),
      });
      expect(said).toHaveLength(1);
      holder.release(true);
      expect(await runMigrations(database.url, { directory })).toEqual([name]);
    });

    it("gives up a lock it does not get soon, tries again, and leaves nothing behind when it has to end", async () => {
      const reader = await database.pool.connect();
      await reader.query("begin; select from shop");
      await addMigration(name, "create table whole (id int); alter table shop add column surplus int;");
      const hurried = { directory, waitMs: 300, lockTimeoutMs: 50 };
      await expect(runMigrations(database.url, hurried)).rejects.toMatchObject({
        code: "migration_waits",
        message: expect.stringContaining(name),
      });
      const { rows } = await database.pool.query("select to_regclass('whole') as whole");
      expect(rows).toEqual([{ whole: null }]);
      const patient = runMigrations(database.url, {
        ...{ directory, lockTimeoutMs: 50 },
        onWait: () => void reader.query("commit"),
      });
      expect(await patient).toEqual([name]);
      reader.release();
    });
  });
});
