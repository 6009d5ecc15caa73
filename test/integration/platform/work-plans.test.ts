import { Prisma } from "@prisma/client";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ShopId } from "#app/platform/ids.ts";
import { firstOfTurnSql, shopTurnsSql } from "#app/platform/queue/due-work.server.ts";
import { knownKinds } from "#app/platform/queue/work-kinds.ts";
import { createTestDatabase, type TestDatabase, writeManyRows } from "#test/support/postgres.ts";

let database: TestDatabase;
let shopId: ShopId;

/** A hundred shops, each with orders that are over, and one with many that are due, some of a kind nobody knows. */
beforeAll(async () => {
  database = await createTestDatabase();
  const { prisma } = database;
  await writeManyRows(database, [
    Prisma.sql`insert into shop (domain, updated_at)
      select 's' || n || '.myshopify.com', now() from generate_series(1, 100) n`,
  ]);
  shopId = (await prisma.shop.findFirstOrThrow({ where: { domain: "s7.myshopify.com" } })).id;
  await writeManyRows(database, [
    Prisma.sql`insert into work (shop_id, kind, subject, lane, next_run_at)
      select shop.id, 'order.reconcile', 'gid://shopify/Order/' || n, 'orders', null
      from shop cross join generate_series(1, 60) n`,
    Prisma.sql`insert into work (shop_id, kind, subject, lane, next_run_at)
      select ${shopId}::uuid, case when n % 3 = 0 then 'orders.unheardOf' else 'order.reconcile' end,
        'due/' || n, 'orders', now() - n * interval '1 second' from generate_series(1, 1000) n`,
    Prisma.sql`vacuum analyze work`,
  ]);
});
afterAll(() => database.drop());

async function planOf(query: Prisma.Sql): Promise<string> {
  const { rows } = await database.pool.query<{ "QUERY PLAN": string }>(`explain ${query.text}`, query.values);
  return rows.map((row) => row["QUERY PLAN"]).join("\n");
}

it.each([
  ["whose turn it is", () => shopTurnsSql("orders", knownKinds)],
  ["the first of a turn", () => Prisma.sql`select ${firstOfTurnSql({ lane: "orders", shopId }, knownKinds)}`],
])("%s is found by the index of what is due, whatever kinds are known", async (_what, toQuery) => {
  const plan = await planOf(toQuery());
  expect(plan).toMatch(/using work_due_idx/);
  expect(plan).not.toMatch(/Seq Scan on work|work_shop_id_kind_subject_key/);
});
