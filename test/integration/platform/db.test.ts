import { afterAll, beforeAll, describe, expect, it } from "vitest";
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
});
