import { rm } from "node:fs/promises";
import pg from "pg";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { exportOrders } from "#app/domain/orders/list/export-orders.server.ts";
import { listOrders, type OrdersQuery } from "#app/domain/orders/list/list-orders.server.ts";
import { noFilter } from "#app/domain/orders/list/orders-filter.ts";
import { hashWord } from "#app/domain/orders/search/hash-words.ts";
import { listSearchWords } from "#app/domain/orders/search/search-words.ts";
import { connectDatabase } from "#app/platform/database/db.server.ts";
import { runMigrations } from "#app/platform/database/migrations.server.ts";
import { startEmbeddedPostgres } from "#app/platform/dev-postgres/embedded-postgres.server.ts";
import { createShopHarness } from "#test/support/shop-harness.ts";

// How long the orders' list takes with 100,000 orders, and whether any page of it reads a table whole.
const ORDERS = Number(process.argv[2] ?? 100_000);
const FIRST = ["Muhammad", "Ayesha", "Fatima", "Bilal", "Hamza", "Sana", "Zara", "Omar", "Usman", "Hina"];

const directory = ".data/bench-orders";
// What an earlier run left there.
await rm(directory, { recursive: true, force: true });
const postgres = await startEmbeddedPostgres({ directory });
await runMigrations(postgres.url);
const { prisma: db, pool, close } = connectDatabase(postgres.url);
const harness = createShopHarness({ db, serviceBaseUrl: "http://localhost:1" });
const ctx = await harness.contextOf((await harness.createShop()).id);
const filler = new pg.Client({ connectionString: postgres.url });
await filler.connect();
await generate(ctx, filler);
await filler.end();
await report(ctx);
await close();
await postgres.stop();

/** Most orders are long over, some are under way, few wait; one first name in three is the same. */
async function generate({ shop, crypto }: ShopContext, client: pg.Client): Promise<void> {
  const names = FIRST.map((name) =>
    listSearchWords({ orderName: "", names: [name], phones: [], ids: [] }).map((word) =>
      hashWord(crypto, shop.id, word),
    ),
  );
  await client.query(
    `insert into "order" (shop_id, order_gid, name, state, route, hold_code, city, city_key, total_pkr, needs_you,
       listed_at, updated_at)
     select $1, 'gid://shopify/Order/' || n, '#' || n,
       case when r < 0.72 then 'delivered' when r < 0.87 then 'refused' when r < 0.94 then 'cancelled'
            when r < 0.97 then 'on_the_way' when r < 0.985 then 'placed' when r < 0.99 then 'to_place'
            when r < 0.995 then 'held' when r < 0.9955 then 'awaiting_funds' else 'waiting' end,
       case when n % 12 = 0 then 'PREPAID' else 'COD' end,
       case when r >= 0.99 then 'city_unknown' end,
       'Lahore', case when n % 3 = 0 then 'lahore' when n % 997 = 0 then 'gwadar' else 'karachi' end,
       1800, r >= 0.99, now() - n * interval '7 minutes', now()
     from (select n, random() as r from generate_series(1, $2::int) as n) as made`,
    [shop.id, ORDERS],
  );
  await client.query(
    `insert into order_search_term (shop_id, order_id, term, listed_at)
     select o.shop_id, o.id, t.term, o.listed_at from "order" o
     join lateral (
       select terms.term from unnest($2::text[], $3::int[]) as terms(term, name)
       where terms.name = case when substr(o.name, 2)::int % 3 = 0 then 0 else substr(o.name, 2)::int % 10 end
       union all select 'x' || o.name || g from generate_series(1, 14) g) as t on true
     where o.shop_id = $1`,
    [shop.id, names.flat(), names.flatMap((terms, at) => terms.map(() => at))],
  );
  await client.query(
    `insert into handoff (shop_id, order_id, mode, sequence, external_order_id, payment_mode, collects_pkr,
       shipping_pkr, terms, customer_enc, updated_at)
     select shop_id, id, 'live', 1, 'x-' || name, 'COD', 1, 1, '{}', $2, now() from "order"
     where shop_id = $1 and state not in ('held', 'to_place', 'waiting')`,
    [shop.id, crypto.seal("{}", { table: "none", row: "none", column: "none" })],
  );
  await client.query(
    `insert into parcel (shop_id, handoff_id, mode, supplier_order_id, status, updated_at)
     select h.shop_id, h.id, 'live', 'p' || h.external_order_id,
       case o.state when 'delivered' then 'DELIVERED' when 'refused' then 'RETURNED' when 'cancelled' then 'CANCELLED'
         when 'on_the_way' then 'SHIPPED' when 'awaiting_funds' then 'AWAITING_FUNDS' else 'RECEIVED' end, now()
     from handoff h join "order" o on o.shop_id = h.shop_id and o.id = h.order_id where h.shop_id = $1`,
    [shop.id],
  );
  await client.query("vacuum analyze");
}

async function report(of: ShopContext): Promise<void> {
  const all = { view: "all", filter: noFilter, search: "", sort: "newest", after: null } as const;
  const deep = await cursorAt(of, Math.floor(ORDERS * 0.9));
  const looks: Readonly<Record<string, OrdersQuery>> = {
    "all, first page": all,
    "all, after nine in ten": { ...all, after: deep },
    "needs you": { ...all, view: "needs_you" },
    delivered: { ...all, view: "delivered" },
    "delivered, after nine in ten": { ...all, view: "delivered", after: deep },
    "a common name": { ...all, search: "muhammad" },
    "a common name, after nine in ten": { ...all, search: "muhammad", after: deep },
    "a name nobody has": { ...all, search: "zulekha" },
    "a rare city": { ...all, filter: { ...noFilter, city: "Gwadar" } },
    "prepaid, delivered": { ...all, view: "delivered", filter: { ...noFilter, route: "PREPAID" } },
    "a hold": { ...all, filter: { ...noFilter, hold: "customer" } },
    "oldest first": { ...all, sort: "oldest" },
    "largest first": { ...all, sort: "largest" },
    "smallest of what was delivered": { ...all, view: "delivered", sort: "smallest" },
    "parcels waiting for funds": { ...all, filter: { ...noFilter, parcel: "AWAITING_FUNDS" } },
    "parcels refused": { ...all, filter: { ...noFilter, parcel: "RETURNED" } },
  };
  for (const [name, query] of Object.entries(looks)) {
    const before = await scanned();
    const times: number[] = [];
    for (let look = 0; look < 20; look += 1) {
      const began = performance.now();
      await listOrders(of, query);
      times.push(performance.now() - began);
    }
    const { rows } = await listOrders(of, query);
    const whole = (await scanned()) - before;
    const [median = 0, worst = 0] = [times.sort((a, b) => a - b)[10], times.at(-1)];
    console.log(
      `${name.padEnd(36)} ${rows.length} rows  median ${median.toFixed(1)} ms  worst ${worst.toFixed(1)} ms  whole-table reads ${whole}`,
    );
  }
  const began = performance.now();
  let lines = 0;
  for await (const part of exportOrders(of, { query: all, by: "1" })) lines += part.split("\r\n").length - 1;
  console.log(`export of ${lines} lines: ${Math.round(performance.now() - began)} ms`);
  const { rows: sizes } = await pool.query<{ name: string; size: string }>(
    `select relname as name, pg_size_pretty(pg_total_relation_size(oid)) as size from pg_class
     where relname in ('order', 'order_search_term')`,
  );
  for (const { name, size } of sizes) console.log(`${name}: ${size}`);
}

async function cursorAt(of: ShopContext, offset: number) {
  const { rows } = await pool.query<{ key: Date; id: string }>(
    `select listed_at as key, id from "order" where shop_id = $1 order by listed_at desc, id desc offset $2 limit 1`,
    [of.shop.id, offset],
  );
  return rows[0] ?? null;
}

/** Sequential reads of the tables that grow with the orders, as PostgreSQL counted them. */
async function scanned(): Promise<number> {
  const { rows } = await pool.query<{ reads: string }>(
    `select pg_stat_force_next_flush(), sum(seq_scan)::text as reads from pg_stat_user_tables
     where relname in ('order', 'order_search_term', 'handoff', 'parcel')`,
  );
  return Number(rows[0]?.reads ?? 0);
}
