import { rm } from "node:fs/promises";
import pg from "pg";
import type { ShopContext } from "#app/domain/shops/shop-context.server.ts";
import { exportLedger } from "#app/domain/wallet-page/export-ledger.server.ts";
import { getWalletPage } from "#app/domain/wallet-page/get-wallet-page.server.ts";
import type { LedgerFilter, WalletQuery } from "#app/domain/wallet-page/ledger-filter.ts";
import { connectDatabase } from "#app/platform/db.server.ts";
import { startEmbeddedPostgres } from "#app/platform/embedded-postgres.server.ts";
import { runMigrations } from "#app/platform/migrations.server.ts";
import { accountKeyOf } from "#app/supplier/account-quota.server.ts";
import { createShopGround } from "#test/support/shop-ground.ts";

// How long the wallet's page takes with 100,000 orders and 300,000 lines of the ledger (goal: 300 ms in 95 of 100
// looks), whether it stays so however deep its list is turned, and whether any look reads a table whole.
const ORDERS = Number(process.argv[2] ?? 100_000);
const ACCOUNT = "rsl_bench";
const GOAL_MS = 300;

const directory = ".data/bench-wallet";
// What an earlier run left there.
await rm(directory, { recursive: true, force: true });
const postgres = await startEmbeddedPostgres({ directory });
await runMigrations(postgres.url);
const { prisma: db, pool, close } = connectDatabase(postgres.url);
const ground = createShopGround({ db, serviceBaseUrl: "http://localhost:1" });
const ctx = await connected(await ground.contextOf((await ground.createShop()).id));
const filler = new pg.Client({ connectionString: postgres.url });
await filler.connect();
await generate(ctx, filler);
await filler.end();
const isMet = await report(ctx);
await close();
await postgres.stop();
process.exit(isMet ? 0 : 1);

/** A wallet that was just read: no look asks the service. */
async function connected(of: ShopContext): Promise<ShopContext> {
  const { id: shopId } = of.shop;
  const made = await db.supplierConnection.create({
    data: {
      ...{ shopId, mode: "live", active: true, accountId: ACCOUNT, keyId: "lk_bench" },
      ...{ keySecretEnc: Buffer.from(""), webhookTokenHash: "bench", webhookTokenEnc: Buffer.from("") },
      webhookSecretEnc: Buffer.from(""),
    },
  });
  const key = { accountKey: accountKeyOf(ACCOUNT), mode: "live" };
  const held = { heldPkr: 9000, heldDepositPkr: 2000, heldReservePkr: 7000 };
  await db.walletReading.create({
    data: {
      ...{ ...key, ...held, availablePkr: 250_000, pendingPkr: 90_000, pendingOrders: 9 },
      ...{ depositRequiredPkr: 2000, withdrawalsPendingPkr: 0 },
      ...{ askedAt: new Date(Date.now() + 24 * 3_600_000), readAt: new Date(Date.now() + 24 * 3_600_000) },
    },
  });
  await db.ledgerCopy.create({
    data: {
      ...key,
      copiedAt: new Date(),
      entries: 3 * ORDERS,
      types: ["RESERVE_HELD"],
      statuses: ["completed"],
    },
  });
  const supplier = (of.supplier ?? {}) as NonNullable<ShopContext["supplier"]>;
  return { ...of, connection: made, supplier };
}

/** Orders of sixteen months, two hundred a day, three lines each; a fifth is of another shop of the account. */
async function generate({ shop, crypto }: ShopContext, client: pg.Client): Promise<void> {
  await client.query(
    `insert into "order" (shop_id, order_gid, name, state, route, listed_at, updated_at)
     select $1, 'gid://shopify/Order/' || n, '#' || n, 'delivered', 'COD', now() - n * interval '7 minutes', now()
     from generate_series(1, $2::int) as n`,
    [shop.id, ORDERS],
  );
  await client.query(
    `insert into handoff (shop_id, order_id, mode, account_id, sequence, external_order_id, payment_mode, collects_pkr,
       shipping_pkr, terms, customer_enc, created_at, updated_at)
     select shop_id, id, 'live', $2, 1, 'x-' || name, case when substr(name, 2)::int % 12 = 0 then 'PREPAID' else 'COD' end,
       1, 1, '{}', $3, listed_at, now() from "order" where shop_id = $1`,
    [shop.id, ACCOUNT, crypto.seal("{}", { table: "none", row: "none", column: "none" })],
  );
  await client.query(
    `insert into parcel (shop_id, handoff_id, mode, supplier_order_id, status, cod_pkr, margin_pkr, platform_fee_pkr,
       expected_margin_pkr, rto_reserve_pkr, margin_status, margin_release_at, delivered_at, created_at, updated_at)
     select h.shop_id, h.id, 'live', 'p' || h.external_order_id,
       case when made.days < 4 then 'SHIPPED' when n % 5 = 0 then 'RETURNED' else 'DELIVERED' end,
       1800, 600, 60, 540, 350,
       case when made.days < 4 then null when n % 5 = 0 then 'NONE' when made.days < 24 then 'PENDING' else 'RELEASED' end,
       case when made.days >= 4 and n % 5 <> 0 then h.created_at + interval '24 days' end,
       case when made.days >= 4 then h.created_at + interval '4 days' end, h.created_at, now()
     from handoff h, lateral (select substr(h.external_order_id, 4)::int as n) as numbered,
       lateral (select extract(epoch from now() - h.created_at) / 86400 as days) as made where h.shop_id = $1`,
    [shop.id],
  );
  await client.query(
    `insert into ledger_entry (account_key, mode, entry_id, amount_pkr, type, status, booked_at, seen_at,
       supplier_order_id, owner_shop_id, owner_order_id, owner_parcel_id)
     select $2, 'live', line.word || p.supplier_order_id, line.amount, line.word,
       case when n % 400 = 0 then 'pending' else 'completed' end,
       p.created_at + line.days * interval '1 day', now(),
       case when n % 100 = 0 then null else p.supplier_order_id end,
       case when n % 100 = 0 or n % 5 = 1 then null else p.shop_id end,
       case when n % 100 = 0 or n % 5 = 1 then null else h.order_id end,
       case when n % 100 = 0 or n % 5 = 1 then null else p.id end
     from parcel p join handoff h on h.shop_id = p.shop_id and h.id = p.handoff_id,
       lateral (select substr(h.external_order_id, 4)::int as n) as numbered,
       (values ('RESERVE_HELD', -350, 0), ('RESERVE_RELEASED', 350, 4), ('MARGIN', 540, 24)) as line (word, amount, days)
     where p.shop_id = $1`,
    [shop.id, accountKeyOf(ACCOUNT)],
  );
  await client.query("vacuum analyze");
}

async function report(of: ShopContext): Promise<boolean> {
  const none: LedgerFilter = { type: "", status: "", from: null, to: null, order: "" };
  const first: WalletQuery = { view: "ledger", filter: none, after: null };
  const deep = await cursorAt(`select booked_at as key, id from ledger_entry where owner_shop_id is not null
    order by booked_at desc, id desc offset ${Math.floor(ORDERS * 2)} limit 1`);
  const looks: Readonly<Record<string, WalletQuery>> = {
    "ledger, first page": first,
    "ledger, after nine in ten": { ...first, after: deep },
    "a type": { ...first, filter: { ...none, type: "MARGIN" } },
    "a type nobody has": { ...first, filter: { ...none, type: "NONE" } },
    "a status": { ...first, filter: { ...none, status: "pending" } },
    "thirty days, long ago": { ...first, filter: { ...none, from: dayAgo(80), to: dayAgo(50) } },
    pending: { ...first, view: "pending" },
    "pending, far behind": {
      ...first,
      view: "pending",
      after: await cursorAt(behind("'DELIVERED'", "margin_release_at")),
    },
    held: { ...first, view: "held" },
  };
  let isMet = true;
  for (const [name, query] of Object.entries(looks)) {
    const before = await scanned();
    const times: number[] = [];
    for (let look = 0; look < 20; look += 1) {
      const began = performance.now();
      await getWalletPage(of, query);
      times.push(performance.now() - began);
    }
    const whole = (await scanned()) - before;
    const sorted = times.toSorted((a, b) => a - b);
    const [median = 0, p95 = 0] = [sorted[10], sorted[18]];
    isMet &&= p95 <= GOAL_MS && whole === 0;
    console.log(
      `${name.padEnd(28)} median ${median.toFixed(0)} ms  p95 ${p95.toFixed(0)} ms  whole-table reads ${whole}`,
    );
  }
  const began = performance.now();
  let lines = 0;
  for await (const part of exportLedger(of, { filter: none, by: "1" }))
    lines += part.split("\r\n").length - 1;
  console.log(`export of ${lines} lines: ${Math.round(performance.now() - began)} ms`);
  return isMet;
}

function dayAgo(days: number): string {
  return new Date(Date.now() - days * 24 * 3_600_000).toISOString().slice(0, 10);
}

function behind(status: string, key: string): string {
  return `select ${key} as key, id from parcel where status = ${status} and margin_status = 'PENDING'
    order by ${key}, id offset ${Math.floor(ORDERS / 12)} limit 1`;
}

async function cursorAt(text: string) {
  const { rows } = await pool.query<{ key: Date; id: string }>(text);
  return rows[0] ?? null;
}

/** Sequential reads of the tables that grow, as PostgreSQL counted them. */
async function scanned(): Promise<number> {
  const { rows } = await pool.query<{ reads: string }>(
    `select pg_stat_force_next_flush(), sum(seq_scan)::text as reads from pg_stat_user_tables
     where relname in ('order', 'handoff', 'parcel', 'ledger_entry')`,
  );
  return Number(rows[0]?.reads ?? 0);
}
