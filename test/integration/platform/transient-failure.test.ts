import { Prisma } from "@prisma/client";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { planOutcome } from "#app/jobs/plan-outcome.ts";
import { connectDatabase, type Database } from "#app/platform/database/db.server.ts";
import { withUnavailableError } from "#app/platform/database/driver-failure.server.ts";
import { withPooledClient } from "#app/platform/database/pooled-client.server.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import { isTransient } from "#app/platform/http/transient-failure.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";

let test: TestDatabase;
let database: Database;
let admin: pg.Client;
let name: string;

beforeAll(async () => {
  test = await createTestDatabase();
  database = connectDatabase(test.url, { poolSize: 1 });
  const url = new URL(test.url);
  name = url.pathname.slice(1);
  url.pathname = "/postgres";
  admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await database.close();
  await test.drop();
});

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

/** What a run that failed so comes to: `retry` is never given up, `failed` is after five times. */
const comesTo = async (work: Promise<unknown>) => {
  const { kind, code } = planOutcome(await failureOf(work), 0, 0);
  return `${kind} ${code}`;
};

/** Every way the app asks its database. */
const doors: Readonly<Record<string, (database: Database) => Promise<unknown>>> = {
  "a model": ({ prisma }) => prisma.shop.count(),
  "a raw query": ({ prisma }) => prisma.$queryRaw`select 1`,
  "a raw statement": ({ prisma }) => prisma.$executeRaw`select 1`,
  "rows asked for directly": ({ prisma }) => queryRows(prisma, Prisma.sql`select 1`),
  "a transaction": ({ prisma }) => prisma.$transaction((tx) => tx.shop.count()),
  "a list of statements": ({ prisma }) => prisma.$transaction([prisma.shop.count()]),
};
const throughEach = (asked: Database) =>
  Promise.all(Object.entries(doors).map(async ([door, ask]) => [door, await comesTo(ask(asked))] as const));
const allOf = (outcome: string) => Object.keys(doors).map((door) => [door, outcome] as const);

describe("a database that cannot be asked is no fault of the work", () => {
  it("when the pool is starved", async () => {
    const held = await database.pool.connect();
    const outcomes = await throughEach(database);
    held.release();
    // Prisma's own patience with a transaction's start is as long as the pool's: either may end first.
    const isP2028 = /transaction|list/;
    const either = outcomes.map(([door, code]) => [
      door,
      isP2028.test(door) ? code.replace("P2028", "unavailable") : code,
    ]);
    expect(either).toEqual(allOf("retry database_unavailable"));
  });

  it.each([
    ["nothing listens", "postgres://nobody@127.0.0.1:1/nothing", "retry database_unavailable"],
    ["its name is not known", "postgres://nobody@postgres.invalid/nothing", "retry database_unavailable"],
    ["the database is not there yet", "absent", "retry database_3D000"],
  ])("when %s", async (_what, where, outcome) => {
    const gone = connectDatabase(new URL(where, test.url).href, { poolSize: 1 });
    expect(await throughEach(gone)).toEqual(allOf(outcome));
    await gone.close();
  });

  it("when the server lets nobody in for a while", async () => {
    const closed = connectDatabase(test.url, { poolSize: 1 });
    await admin.query(`alter database ${name} allow_connections false`);
    const outcomes = await throughEach(closed);
    await admin.query(`alter database ${name} allow_connections true`);
    await closed.close();
    expect(outcomes).toEqual(allOf("retry database_55000"));
  });

  const endsSession = () =>
    admin.query(
      "select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1 and application_name = 'karwan'",
      [name],
    );
  type Tx = Prisma.TransactionClient;
  const next: readonly [string, (tx: Tx) => Promise<unknown>][] = [
    ["a model is asked", (tx) => tx.shop.count()],
    ["a raw query is asked", (tx) => tx.$queryRaw`select 1`],
    ["rows are asked for directly", (tx) => queryRows(tx, Prisma.sql`select 1`)],
    ["it is committed", async () => undefined],
  ];
  it.each(next)("when a transaction's session is lost before %s", async (_what, ask) => {
    const lost = database.prisma.$transaction(async (tx) => {
      await tx.shop.count();
      await endsSession();
      await ask(tx);
    });
    expect(await comesTo(lost)).toMatch(/^retry database_/);
  });

  it("when a held connection's session is lost between two statements", async () => {
    const lost = withPooledClient(database.pool, async (client) => {
      await client.query("select 1");
      const ended = new Promise((resolve) => client.once("end", resolve));
      await endsSession();
      await ended;
      await withUnavailableError(client.query("select 1"));
    });
    expect(await comesTo(lost)).toBe("retry database_unavailable");
  });

  it("when the session it asks on is told to leave", async () => {
    const leave = Prisma.sql`select pg_terminate_backend(pg_backend_pid())`;
    const { prisma } = database;
    expect(await comesTo(prisma.$queryRaw(leave))).toBe("retry database_57P01");
    expect(await comesTo(prisma.$executeRaw(leave))).toBe("retry database_57P01");
    expect(await comesTo(queryRows(prisma, leave))).toBe("retry database_57P01");
    expect(await comesTo(prisma.$transaction((tx) => tx.$queryRaw(leave)))).toBe("retry database_57P01");
  });

  it("when the line breaks without a word", async () => {
    const broken = connectDatabase(test.url, { poolSize: 1 });
    const statement = Prisma.sql`select pg_sleep(60)::text`;
    for (const ask of [() => broken.prisma.$queryRaw(statement), () => queryRows(broken.prisma, statement)]) {
      const asked = comesTo(ask());
      await cutLines(broken.pool);
      expect(await asked).toBe("retry database_unavailable");
    }
    await broken.close();
  });

  it("when a transaction takes longer than it may", async () => {
    const late = database.prisma.$transaction(
      async (tx) => {
        await failureOf(tx.$queryRaw`select pg_sleep(0.3)::text`);
        await tx.shop.count();
      },
      { timeout: 100 },
    );
    expect(await comesTo(late)).toBe("retry database_P2028");
  });
});

/** Cuts the pool's lines as a broken network does, once they are there. */
async function cutLines(pool: pg.Pool): Promise<void> {
  const lines = await new Promise<readonly pg.PoolClient[]>((found) => {
    pool.once("acquire", (client) => found([client]));
  });
  for (const line of lines) Reflect.get(Reflect.get(line, "connection"), "stream").destroy();
}

describe("what PostgreSQL answers", () => {
  const raised = (code: string) =>
    Prisma.sql`select 1 from (select set_config('karwan.code', ${code}, true)) as _, pg_temp.raise_code()`;
  const ask = (code: string) =>
    comesTo(
      database.prisma.$transaction(async (tx) => {
        await tx.$executeRaw`create or replace function pg_temp.raise_code() returns int language plpgsql as $$
          begin raise exception using errcode = current_setting('karwan.code'), message = 'raised'; end $$`;
        await tx.$queryRaw(raised(code));
      }),
    );

  it.each([
    ...["08006", "0A000", "25006", "25P03", "26000", "28P01", "40001", "40P01", "53100", "53300", "55P03"],
    ...["57014", "57P03", "58030", "72000", "XX000"],
  ])("passes where it tells of the server, the session or a conflict: %s", async (code) => {
    expect(await ask(code)).toBe(`retry database_${code}`);
  });

  it.each([
    ...["21000", "22001", "22P02", "23502", "23505", "23514", "25P02", "42501", "42601", "42703", "42P01"],
    ...["44000", "54000", "P0001"],
  ])("does not where it blames our statement or its data: %s", async (code) => {
    expect(await ask(code)).toBe("failed bug");
  });

  it("does not pass for a model's row that is not there, nor for one that is there already", async () => {
    const { prisma } = database;
    await prisma.shop.create({ data: { domain: "one.myshopify.com" } });
    expect(await comesTo(prisma.shop.create({ data: { domain: "one.myshopify.com" } }))).toBe("failed bug");
    const where = { domain: "other.myshopify.com" };
    expect(await comesTo(prisma.shop.findUniqueOrThrow({ where }))).toBe("failed bug");
    expect(isTransient(await failureOf(queryRows(prisma, Prisma.sql`select 1 / 0`)))).toBe(false);
  });
});
