import { Prisma } from "@prisma/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Db } from "#app/platform/database/db.server.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import { transientDatabaseCode } from "#app/platform/http/transient-failure.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const at = new Date("2026-11-22T18:00:00.123Z");
const bytes = new Uint8Array([0, 255, 7]);

const everything = () => Prisma.sql`
  select ${"Lahore's \\"}::text as text, ${2 ** 31 - 1}::int as whole, ${2n ** 63n - 1n}::bigint as large,
    ${1.5}::float8 as fraction, ${true}::bool as yes, ${null}::text as nothing, ${at}::timestamptz as at,
    ${bytes}::bytea as bytes, ${JSON.stringify({ a: [1, null] })}::jsonb as json,
    ${["a,b", '"', "{}"]}::text[] as texts, ${[1, 2]}::int[] as wholes, ${[at]}::timestamptz[] as times,
    ${[]}::text[] as none`;
const asWritten = {
  ...{
    text: "Lahore's \\",
    whole: 2 ** 31 - 1,
    large: 2n ** 63n - 1n,
    fraction: 1.5,
    yes: true,
    nothing: null,
  },
  ...{ at, json: { a: [1, null] }, texts: ["a,b", '"', "{}"], wholes: [1, 2], times: [at], none: [] },
};

/** Asked often enough for the statement to be named and its plan kept. */
async function ask(db: Db) {
  for (const _ of [1, 2, 3]) await queryRows(db, everything());
  const [row] = await queryRows<{ bytes: Uint8Array }>(db, everything());
  return { ...row, bytes: Uint8Array.from(row?.bytes ?? []) };
}

describe("rows that PostgreSQL is asked for directly", () => {
  it("are what was written, and the same inside a transaction", async () => {
    expect(await ask(database.prisma)).toEqual({ ...asWritten, bytes });
    expect(await database.prisma.$transaction((tx) => ask(tx))).toEqual({ ...asWritten, bytes });
  });

  it("belong to the transaction they are asked for in", async () => {
    const wanted = database.prisma.$transaction(async (tx) => {
      await queryRows(
        tx,
        Prisma.sql`insert into shop (domain, updated_at) values ('gone.myshopify.com', now())`,
      );
      throw new Error("rolled back");
    });
    await expect(wanted).rejects.toThrow("rolled back");
    const domain = "gone.myshopify.com";
    expect(await queryRows(database.prisma, Prisma.sql`select 1 from shop where domain = ${domain}`)).toEqual(
      [],
    );
  });

  it("fail with a code that tells whether the failure passes", async () => {
    const codeOf = (statement: Prisma.Sql) =>
      queryRows(database.prisma, statement).then(
        () => "no failure",
        (error: unknown) => transientDatabaseCode(error),
      );
    expect(await codeOf(Prisma.sql`select pg_terminate_backend(pg_backend_pid())`)).toBe("57P01");
    expect(await codeOf(Prisma.sql`select 1 / 0`)).toBeNull();
    expect(await codeOf(Prisma.sql`select 1`)).toBe("no failure");
  });
});
