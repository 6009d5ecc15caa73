import { rm } from "node:fs/promises";
import pg from "pg";
import { exportListings } from "#app/domain/catalog/listings/list/export-listings.server.ts";
import { type ListingsQuery, listListings } from "#app/domain/catalog/listings/list/list-listings.server.ts";
import { noListingsFilter } from "#app/domain/catalog/listings/list/listings-filter.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { connectDatabase } from "#app/platform/database/db.server.ts";
import { runMigrations } from "#app/platform/database/migrations.server.ts";
import { startEmbeddedPostgres } from "#app/platform/dev-postgres/embedded-postgres.server.ts";
import type { ShopId } from "#app/platform/ids.ts";
import { asId } from "#test/support/as-id.ts";
import { createShopHarness } from "#test/support/shop-harness.ts";

// How long the listings' list takes with 10,000 listings among ten such shops and 100,000 orders, and whether any page
// of it reads a table whole.
const LISTINGS = Number(process.argv[2] ?? 10_000);
const SHOPS = 10;
const ORDERS = 100_000;

const directory = ".data/bench-listings";
// What an earlier run left there.
await rm(directory, { recursive: true, force: true });
const postgres = await startEmbeddedPostgres({ directory });
await runMigrations(postgres.url);
const { prisma: db, pool, close } = connectDatabase(postgres.url);
const harness = createShopHarness({ db, serviceBaseUrl: "http://localhost:1" });
const filler = new pg.Client({ connectionString: postgres.url });
await filler.connect();
const shops = await Promise.all(Array.from({ length: SHOPS }, () => harness.createShop()));
for (const { id } of shops) await fillShop(filler, id);
await fillOrders(filler, shops[0]?.id ?? asId<ShopId>(""));
await filler.query("vacuum analyze");
await filler.end();
await report(await harness.contextOf(shops[0]?.id ?? asId<ShopId>("")));
await close();
await postgres.stop();

/** Most listings are in sync; some failed, were removed, are out of sale or edited. Every shop lists the same goods. */
async function fillShop(client: pg.Client, shopId: ShopId): Promise<void> {
  await client.query(
    `insert into listing (shop_id, mode, supplier_product_id, title, state, needs_you, removed_at, taken_out, locked,
       created_at, updated_at)
     select $1, 'live', 'prd_' || n, (array['Pressure Cooker', 'Lunch Box', 'Lawn Suit', 'Wireless Earbuds'])[n % 4 + 1]
         || ' model ' || n % 2500 || case when n % 997 = 0 then ' zulekha' else '' end,
       case when n % 200 = 0 then 'failed' else 'ready' end, n % 150 = 0, case when n % 90 = 0 then now() end,
       case when n % 40 = 0 then 'quantity' end, case when n % 30 = 0 then '{"title": "2026-11-20"}' else '{}' end::jsonb,
       now() - n * interval '7 minutes', now()
     from generate_series(1, $2::int) n`,
    [shopId, LISTINGS],
  );
  await client.query(
    `with made as (
       select gen_random_uuid() as item_id, listing.*, v from listing cross join generate_series(1, 5) v
       where shop_id = $1
     ),
     item as (
       insert into stocked_item (id, shop_id, mode, listing_id, pushed_quantity)
       select item_id, shop_id, mode, id, v from made
     ),
     component as (
       insert into stocked_component (shop_id, item_id, mode, supplier_product_id, supplier_variant_id,
         wholesale_pkr, min_resale_pkr, stock)
       select shop_id, item_id, mode, supplier_product_id, supplier_product_id || '-' || v, 1000, 1200, v from made
     )
     insert into listing_variant (id, shop_id, mode, listing_id, supplier_variant_id, title, sku, price_pkr, updated_at)
     select item_id, shop_id, mode, id, supplier_product_id || '-' || v, 'Size ' || v,
       'SKU-' || substr(supplier_product_id, 5) || '-' || v, 1500 + v * 50, now() from made`,
    [shopId],
  );
  await client.query(
    `insert into catalog_product (shop_id, mode, supplier_product_id, title, category_id, wholesale_pkr, product, seen_at)
     select shop_id, mode, supplier_product_id, title, 'cat_' || length(title) % 7, 1000, '{}', now()
     from listing where shop_id = $1`,
    [shopId],
  );
}

async function fillOrders(client: pg.Client, shopId: ShopId): Promise<void> {
  await client.query(
    `insert into "order" (shop_id, order_gid, name, state, listed_at, updated_at)
     select $1, 'gid://shopify/Order/' || n, '#' || n, 'delivered', now() - n * interval '7 minutes', now()
     from generate_series(1, $2::int) n`,
    [shopId, ORDERS],
  );
}

async function report(of: ShopContext): Promise<void> {
  // No key is connected in this world: the list shows both modes, of which one is empty.
  const all: ListingsQuery = {
    ...{ view: "all", filter: noListingsFilter, search: "", sort: "newest", place: null },
  };
  const cursor = await cursorAt(of, Math.floor(LISTINGS * 0.9));
  const after: ListingsQuery["place"] = { side: "after", cursor };
  const looks: Readonly<Record<string, ListingsQuery>> = {
    "all, first page": all,
    "all, after nine in ten": { ...all, place: after },
    "all, the page before that": { ...all, place: { side: "before", cursor } },
    "needs you": { ...all, view: "needs_you" },
    "in sync, after nine in ten": { ...all, view: "in_sync", place: after },
    "out of sale": { ...all, view: "taken_out" },
    "by title": { ...all, sort: "title" },
    "by title, the middle on": {
      ...{ ...all, sort: "title" },
      place: { side: "after", cursor: { key: "lunch box model 700", id: cursor.id } },
    },
    "oldest first": { ...all, sort: "oldest" },
    "a common word": { ...all, search: "cooker" },
    "a common word, after nine in ten": { ...all, search: "cooker", place: after },
    "a rare word": { ...all, search: "zulekha" },
    "a SKU": { ...all, search: `SKU-${LISTINGS - 3}-2` },
    "a word nobody has": { ...all, search: "nothing" },
    "a category": { ...all, filter: { ...noListingsFilter, category: "cat_3" } },
  };
  for (const [name, query] of Object.entries(looks)) {
    const before = await scanned();
    const times: number[] = [];
    for (let look = 0; look < 20; look += 1) {
      const began = performance.now();
      await listListings(of, query);
      times.push(performance.now() - began);
    }
    const { listings } = await listListings(of, query);
    const whole = (await scanned()) - before;
    const sorted = times.sort((a, b) => a - b);
    const [median = 0, p95 = 0] = [sorted[10], sorted[18]];
    console.log(
      `${name.padEnd(36)} ${listings.length} rows  median ${median.toFixed(1)} ms  p95 ${p95.toFixed(1)} ms  whole-table reads ${whole}`,
    );
  }
  const began = performance.now();
  let lines = 0;
  for await (const part of exportListings(of, { query: all, by: "1" }))
    lines += part.split("\r\n").length - 1;
  console.log(`export of ${lines} lines: ${Math.round(performance.now() - began)} ms`);
}

async function cursorAt(of: ShopContext, offset: number) {
  const { rows } = await pool.query<{ key: Date; id: string }>(
    `select created_at as key, id from listing where shop_id = $1 order by created_at desc, id desc offset $2 limit 1`,
    [of.shop.id, offset],
  );
  const [row] = rows;
  if (!row) throw new Error("No listing that deep");
  return row;
}

/** Sequential reads of the tables that grow with the listings, as PostgreSQL counted them. */
async function scanned(): Promise<number> {
  const { rows } = await pool.query<{ reads: string }>(
    `select pg_stat_force_next_flush(), sum(seq_scan)::text as reads from pg_stat_user_tables
     where relname in ('listing', 'listing_variant', 'stocked_item', 'stocked_component', 'catalog_product')`,
  );
  return Number(rows[0]?.reads ?? 0);
}
