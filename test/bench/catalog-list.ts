import { rm } from "node:fs/promises";
import pg from "pg";
import type { CatalogCursor } from "#app/domain/catalog/browse/catalog-cursor.ts";
import { toCatalogCursor } from "#app/domain/catalog/browse/catalog-cursor.ts";
import { wholeCatalog } from "#app/domain/catalog/browse/catalog-filter.ts";
import { type CatalogQuery, listCatalog } from "#app/domain/catalog/browse/list-catalog.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import { connectDatabase } from "#app/platform/database/db.server.ts";
import { runMigrations } from "#app/platform/database/migrations.server.ts";
import { startEmbeddedPostgres } from "#app/platform/dev-postgres/embedded-postgres.server.ts";
import type { ShopId } from "#app/platform/ids.ts";
import { asId } from "#test/support/as-id.ts";
import { insertConnection } from "#test/support/deliveries.ts";
import { createShopHarness } from "#test/support/shop-harness.ts";

// How long a page of the catalog takes with 10,000 products cached (of two shops each) and 100,000 orders beside them,
// and whether any look at it reads a table whole.
const PRODUCTS = Number(process.argv[2] ?? 10_000);
const ORDERS = Number(process.argv[3] ?? 100_000);
const LOOKS = 40;
const GOAL_MS = 300;

const directory = ".data/bench-catalog";
// What an earlier run left there.
await rm(directory, { recursive: true, force: true });
const postgres = await startEmbeddedPostgres({ directory });
await runMigrations(postgres.url);
const { prisma: db, pool, close } = connectDatabase(postgres.url);
const harness = createShopHarness({ db, serviceBaseUrl: "http://localhost:1" });
const shopIds = [(await harness.createShop()).id, (await harness.createShop()).id];
for (const [at, id] of shopIds.entries())
  await insertConnection(db, harness.crypto, id, { integrationId: `int_${at}` });
const [shopId = asId<ShopId>("")] = shopIds;
await db.shop.updateMany({ data: { setUpAt: new Date() } });
const filler = new pg.Client({ connectionString: postgres.url });
await filler.connect();
await generate(filler);
await filler.end();
const isMet = await report(await harness.contextOf(shopId));
await close();
await postgres.stop();
process.exit(isMet ? 0 : 1);

/** One title word in ten products is common, one in a thousand rare; each product has a description and five variants. */
async function generate(client: pg.Client): Promise<void> {
  const product = `jsonb_build_object('id', 'p' || n, 'title', 'Cotton product ' || n,
    'images', jsonb_build_array('https://images.example/' || n || '.jpg'), 'tags', '[]'::jsonb,
    'description', repeat('Soft and warm. ', 60), 'wholesalePrice', 300 + n * 7 % 3000, 'minResalePrice', 400 + n * 7 % 3000,
    'suggestedPrice', 600 + n * 14 % 6000, 'stock', n % 9, 'inStock', n % 9 > 0, 'weightKg', 0.5,
    'storeId', 's' || n % 3, 'category', jsonb_build_object('id', 'c' || n % 60, 'name', 'Category'),
    'variants', (select jsonb_agg(jsonb_build_object('id', 'p' || n || '_v' || v, 'title', 'Size ' || v, 'size', v::text,
      'wholesalePrice', 300 + n * 7 % 3000, 'stock', n % 9)) from generate_series(1, 5) v))`;
  await client.query(
    `insert into catalog_product (shop_id, mode, supplier_product_id, title, search_text, category_id, category_name,
       wholesale_pkr, suggested_pkr, in_stock, stock, has_variants, product, position, seen_at)
     select s.id, 'live', 'p' || n, 'Cotton product ' || n,
       'product nr' || n || ' word' || n % 10 || ' rare' || n % 1000 || case when n % 3 = 0 then ' cotton' else '' end,
       'c' || n % 60, 'Category', 300 + n * 7 % 3000, 600 + n * 14 % 6000, n % 9 > 0, n % 9, true, ${product}, n, now()
     from shop s, generate_series(1, $1::int) n`,
    [PRODUCTS],
  );
  await client.query(
    `insert into catalog_category (shop_id, mode, category_id, parent_id, name, position)
     select s.id, 'live', 'c' || n, case when n >= 10 then 'c' || n % 10 end, 'Category ' || n, n
     from shop s, generate_series(0, 59) n`,
  );
  await client.query(
    `insert into schedule (shop_id, kind, mode, every_ms, next_run_at, last_ran_at, watermark)
     select id, 'catalog', 'live', 3600000, now() + interval '1 hour', now(), now() from shop`,
  );
  await client.query(
    `insert into listing (shop_id, mode, supplier_product_id, state, updated_at)
     select s.id, 'live', 'p' || n * 4, 'ready', now() from shop s, generate_series(1, $1::int / 4) n`,
    [PRODUCTS],
  );
  await client.query(
    `insert into "order" (shop_id, order_gid, name, state, listed_at, updated_at)
     select $1, 'gid://shopify/Order/' || n, '#' || n, 'delivered', now() - n * interval '7 minutes', now()
     from generate_series(1, $2::int) n`,
    [shopId, ORDERS],
  );
  await client.query("vacuum analyze");
}

async function report(ctx: ShopContext): Promise<boolean> {
  const first: CatalogQuery = { filter: wholeCatalog, sort: "catalog", at: null };
  const after = (cursor: Omit<CatalogCursor, "way">) => toCatalogCursor({ way: "after", ...cursor });
  const place = Math.floor(PRODUCTS * 0.9);
  const deep = after({ sort: "catalog", key: place, id: `p${place}` });
  const looks: Readonly<Record<string, CatalogQuery>> = {
    "first page": first,
    "after nine in ten": { ...first, at: deep },
    "cheapest first": { ...first, sort: "cheapest" },
    "cheapest, after nine in ten": {
      ...{ ...first, sort: "cheapest" },
      at: after({ sort: "cheapest", key: 3000, id: "p" }),
    },
    "a common word": { ...first, filter: { ...wholeCatalog, search: "cotton" } },
    "a common word, after nine in ten": { ...first, filter: { ...wholeCatalog, search: "cotton" }, at: deep },
    "a rare word": { ...first, filter: { ...wholeCatalog, search: "rare77" } },
    "two letters": { ...first, filter: { ...wholeCatalog, search: "wo" } },
    "a word nothing has": { ...first, filter: { ...wholeCatalog, search: "zulekha" } },
    "a sub category": { ...first, filter: { ...wholeCatalog, category: "c33" } },
    "a main category": { ...first, filter: { ...wholeCatalog, category: "c3" } },
    "a narrow range of prices": {
      ...first,
      filter: { ...wholeCatalog, minPkr: rupees(500), maxPkr: rupees(510) },
    },
    "in stock, not in the store": { ...first, filter: { ...wholeCatalog, inStock: true, unlisted: true } },
    "the same, after nine in ten": {
      ...{ ...first, filter: { ...wholeCatalog, inStock: true, unlisted: true } },
      at: deep,
    },
  };
  let isMet = true;
  for (const [name, query] of Object.entries(looks)) {
    const before = await scanned();
    const times: number[] = [];
    for (let look = 0; look < LOOKS; look += 1) {
      const began = performance.now();
      await listCatalog(ctx, query);
      times.push(performance.now() - began);
    }
    const { page } = await listCatalog(ctx, query);
    const rows = page.kind === "page" ? page.cards.length : -1;
    const found = page.kind === "page" ? page.found : null;
    const whole = (await scanned()) - before;
    times.sort((a, b) => a - b);
    const [median = 0, p95 = 0] = [times[LOOKS / 2], times[Math.floor(LOOKS * 0.95)]];
    isMet &&= p95 <= GOAL_MS && whole === 0;
    console.log(
      `${name.padEnd(34)} ${rows} of ${found}  median ${median.toFixed(1)} ms  p95 ${p95.toFixed(1)} ms  whole-table reads ${whole}`,
    );
  }
  const { rows: sizes } = await pool.query<{ name: string; size: string }>(
    `select relname as name, pg_size_pretty(pg_total_relation_size(oid)) as size from pg_class
     where relname like 'catalog_product%' and relkind in ('r', 'i') order by 1`,
  );
  for (const { name, size } of sizes) console.log(`${name}: ${size}`);
  console.log(isMet ? `Met: p95 at most ${GOAL_MS} ms, no table read whole` : "Not met");
  return isMet;
}

/** Sequential reads of the tables that grow with catalog and listings, as PostgreSQL counted them. */
async function scanned(): Promise<number> {
  const { rows } = await pool.query<{ reads: string }>(
    `select pg_stat_force_next_flush(), sum(seq_scan)::text as reads from pg_stat_user_tables
     where relname in ('catalog_product', 'listing', 'order')`,
  );
  return Number(rows[0]?.reads ?? 0);
}
