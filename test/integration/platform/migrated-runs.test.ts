import { randomUUID } from "node:crypto";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { migrationsDirectory, runMigrations } from "#app/platform/database/migrations.server.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";

const BEFORE = ["20261125000000_baseline", "20261126003000_profit_share"];

let database: TestDatabase;
let directory: string;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query("drop schema public cascade; create schema public");
  directory = await mkdtemp(join(tmpdir(), "karwan-runs-"));
  for (const name of BEFORE)
    await cp(join(migrationsDirectory, name), join(directory, name), { recursive: true });
  await runMigrations(database.url, { directory });
});
afterAll(async () => {
  await rm(directory, { recursive: true });
  await database.drop();
});

it("keeps runs over orders and listings, with their items, prices and work, in the tables of all runs", async () => {
  const [shop, order, listing, variant] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const [ended, open, prices] = [randomUUID(), randomUUID(), randomUUID()];
  await database.pool.query(`
    insert into shop (id, domain, updated_at) values ('${shop}', 'runs.myshopify.com', now());
    insert into "order" (id, shop_id, order_gid, updated_at) values ('${order}', '${shop}', 'gid://shopify/Order/1', now());
    insert into listing (id, shop_id, mode, supplier_product_id, updated_at)
      values ('${listing}', '${shop}', 'live', 'prd', now());
    insert into listing_variant (id, shop_id, listing_id, mode, supplier_variant_id, wholesale_pkr, min_resale_pkr, price_pkr, updated_at)
      values ('${variant}', '${shop}', '${listing}', 'live', 'var', 1, 1, 2, now());
    insert into bulk_run (id, shop_id, action, by, finished_at) values ('${ended}', '${shop}', 'pay', '7', now());
    insert into bulk_run (id, shop_id, action, by) values ('${open}', '${shop}', 'place', '7');
    insert into bulk_item (shop_id, bulk_run_id, order_id, position, state, reason_enc)
      values ('${shop}', '${ended}', '${order}', 0, 'refused', 'sealed'::bytea);
    insert into listing_run (id, shop_id, mode, kind, params, state, by, undo_until)
      values ('${prices}', '${shop}', 'live', 'reprice', '{"listings": 1}', 'running', '7', now());
    insert into listing_run_item (shop_id, run_id, listing_id, position, attempts, reason)
      values ('${shop}', '${prices}', '${listing}', 0, 2, 'Stays.');
    insert into price_change (shop_id, run_id, listing_variant_id, from_pkr, to_pkr)
      values ('${shop}', '${prices}', '${variant}', 2, 3);
    insert into work (shop_id, kind, subject, lane) values ('${shop}', 'listingRun.continue', '${prices}', 'bulk');
    insert into attention (shop_id, code, thing, thing_id, params) values
      ('${shop}', 'work_dead', 'shop', 'listingRun.continue/${prices}', '{"kind": "listingRun.continue", "because": "x"}')`);

  await cp(migrationsDirectory, directory, { recursive: true });
  await runMigrations(database.url, { directory });

  const { prisma: db } = database;
  const runs = await db.bulkRun.findMany({ include: { items: true, changes: true } });
  const byId = new Map<string, (typeof runs)[number]>(runs.map((run) => [run.id, run]));
  expect(runs).toHaveLength(3);
  expect(byId.get(ended)).toMatchObject({
    kind: "pay",
    state: "done",
    finishedAt: expect.any(Date),
    items: [{ orderId: order, listingId: null, state: "refused", reasonEnc: expect.anything() }],
  });
  expect(byId.get(open)).toMatchObject({ kind: "place", state: "running", finishedAt: null, items: [] });
  expect(byId.get(prices)).toMatchObject({
    kind: "reprice",
    mode: "live",
    state: "running",
    params: { listings: 1 },
    undoUntil: expect.any(Date),
    items: [{ orderId: null, listingId: listing, attempts: 2, reason: "Stays." }],
    changes: [{ listingVariantId: variant, toPkr: 3 }],
  });
  expect(await db.work.findMany()).toMatchObject([{ kind: "bulkRun.continue", subject: prices }]);
  expect(await db.attention.findMany()).toMatchObject([
    { thingId: `bulkRun.continue/${prices}`, params: { kind: "bulkRun.continue", because: "x" } },
  ]);
});
