import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectDatabase } from "#app/platform/database/db.server.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe("the database", () => {
  it("gives Prisma and prepared statements the same rows", async () => {
    const shop = await database.prisma.shop.create({ data: { domain: "one.myshopify.com" } });
    const { rows } = await database.pool.query("select id from shop where domain = $1", [
      "one.myshopify.com",
    ]);
    expect(rows).toEqual([{ id: shop.id }]);
  });

  it("plans what comes again once for a connection", async () => {
    const { pool, prisma, close } = connectDatabase(database.url, { poolSize: 1 });
    const look = () => prisma.shop.findFirst({ where: { domain: "one.myshopify.com" } });
    const first = await look();
    for (let time = 0; time < 8; time += 1) expect(await look()).toEqual(first);
    const { rows } = await pool.query(
      "select generic_plans + custom_plans as times from pg_prepared_statements where statement like '%shop%'",
    );
    expect(rows).toEqual([{ times: "8" }]);
    await close();
  });
});
