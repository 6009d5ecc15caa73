import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listMigrations, migrationsDirectory, runMigrations } from "#app/platform/migrations.server.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";

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
    const applied = await Promise.all([1, 2, 3, 4].map(() => runMigrations(database.url, directory)));
    expect(applied.flat()).toEqual(["29990101000000_new"]);
  });

  it("says which one failed, and stops there until a person has looked", async () => {
    await addMigration("29990101000000_broken", "create table half (id int); select no_such_function();");
    for (const _ of [1, 2]) {
      await expect(runMigrations(database.url, directory)).rejects.toMatchObject({
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
    await expect(runMigrations(database.url, directory)).rejects.toMatchObject({ code: "migration_changed" });
  });
});
