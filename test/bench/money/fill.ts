import { randomBytes, randomUUID } from "node:crypto";
import type pg from "pg";
import { ledgerRawPlace } from "#app/domain/wallet/ledger/save-page.server.ts";
import { createCrypto } from "#app/platform/crypto/crypto.ts";
import { readEnv } from "#app/platform/process/env.server.ts";
import { accountKeyOf } from "#app/supplier/account-quota.server.ts";
import { asId } from "#test/support/as-id.ts";
import type { BenchShop, MoneyBench } from "./open-bench.ts";

/** Two hundred orders a day; the newest are under way or wait for funds, the others have ended. */
const FATES = `
  create temp table made as
  select n, now() - n * interval '7 minutes' as at, n * 7 / 1440.0 as days, (n::bigint * 7919) % 1000 as k,
    case when n <= 400 and n % 2 = 0 then 'waits' when n * 7 < 4 * 1440 then 'open'
      when (n::bigint * 7919) % 1000 < 800 then 'delivered' when (n::bigint * 7919) % 1000 < 960 then 'refused'
      else 'cancelled' end as fate,
    case when n % 12 = 0 or (n <= 400 and n % 2 = 0) then 'PREPAID' else 'COD' end as payment_mode,
    'City ' || (n * 13) % 60 as city
  from generate_series(1, $1::int) as n`;

const ORDERS = `
  insert into "order" (shop_id, order_gid, name, state, route, city, city_key, total_pkr, outstanding_pkr,
    net_payment_pkr, customer_enc, listed_at, created_at, updated_at)
  select $1, 'gid://shopify/Order/' || n, '#' || n,
    case fate when 'waits' then 'awaiting_funds' when 'open' then 'on_the_way' else fate end,
    payment_mode, city, lower(city), 1800, 0, 1800, $3, at, at, now() from made where n <= $2::int`;

const HANDOFFS = `
  insert into handoff (shop_id, order_id, mode, account_id, sequence, external_order_id, payment_mode, state,
    collects_pkr, shipping_pkr, terms, city, customer_enc, standing_enc, placed_at, created_at, updated_at)
  select o.shop_id, o.id, 'live', $3, 1, 'x-' || n, payment_mode, 'placed', 1800, 200, $4::jsonb, made.city, $5, $5,
    at, at, now()
  from made join "order" o on o.shop_id = $1 and o.order_gid = 'gid://shopify/Order/' || n where n <= $2::int`;

const ITEMS = `
  insert into handoff_item (shop_id, handoff_id, position, line_gid, fulfillment_order_gid,
    fulfillment_order_line_gid, supplier_variant_id, title, quantity, resale_pkr, wholesale_pkr)
  select h.shop_id, h.id, position, 'gid://shopify/LineItem/' || n || position, 'fo', 'fol',
    'v' || (n * 31 + position * 17) % 800, 'Product ' || (n * 31 + position * 17) % 800, 1, 1600, 1000
  from made join handoff h on h.shop_id = $1 and h.external_order_id = 'x-' || n
    cross join lateral generate_series(0, n % 2) as position where n <= $2::int`;

const PARCELS = `
  insert into parcel (shop_id, handoff_id, mode, supplier_order_id, status, return_type, cod_pkr, prepaid_pkr,
    wholesale_pkr, resale_pkr, shipping_cost_pkr, shipping_charged_pkr, margin_pkr, platform_fee_pkr,
    expected_margin_pkr, rto_reserve_pkr, rto_charge_pkr, margin_status, margin_release_at, funds_deadline, contents,
    raw_enc, received_at, delivered_at, read_at, reported_at, created_at, updated_at)
  select h.shop_id, h.id, 'live', $3 || n,
    case fate when 'waits' then 'AWAITING_FUNDS' when 'open' then 'SHIPPED' when 'refused' then 'RETURNED'
      else upper(fate) end,
    case fate when 'refused' then 'rto' end, case made.payment_mode when 'COD' then 1800 else 0 end,
    case made.payment_mode when 'COD' then 0 else 1200 end, 1000, 1600, 200, 200, 600, 60, 540, 350, 350,
    case when fate = 'refused' then 'NONE' when fate <> 'delivered' then null when k < 40 then null
      when days < 24 then 'PENDING' when k < 50 then 'REVERSED' else 'RELEASED' end,
    case when fate = 'delivered' and k >= 40 then at + interval '24 days' end,
    case when fate = 'waits' then at + interval '7 days' end,
    (select jsonb_agg(jsonb_build_object('handoffItemId', i.id, 'quantity', i.quantity)) from handoff_item i
      where i.shop_id = h.shop_id and i.handoff_id = h.id),
    $4, case when fate <> 'waits' then at end,
    case when fate = 'delivered' then at + interval '4 days' end, now(), now(), at, now()
  from made join handoff h on h.shop_id = $1 and h.external_order_id = 'x-' || n where n <= $2::int`;

const LINES = `
  insert into ledger_entry (account_key, mode, entry_id, amount_pkr, type, status, booked_at, seen_at,
    supplier_order_id, owner_shop_id, owner_order_id, owner_parcel_id, raw_enc)
  select $3, 'live', line.type || p.supplier_order_id, line.amount, line.type,
    case when n % 400 = 0 then 'pending' else 'completed' end, least(at + line.days * interval '1 day', now()), now(),
    p.supplier_order_id, p.shop_id, h.order_id, p.id, $4
  from made join handoff h on h.shop_id = $1 and h.external_order_id = 'x-' || n
    join parcel p on p.shop_id = h.shop_id and p.handoff_id = h.id
    cross join (values ('RESERVE_HELD', -350, 0), ('RESERVE_RELEASED', 350, 4), ('MARGIN', 540, 24))
      as line (type, amount, days)
  where n <= $2::int`;

const DIFFERENCES = `
  insert into settlement_difference (shop_id, order_id, side, subject_id, kind, expected_pkr, found_pkr, parcel_ids,
    found_at, seen_at, put_aside_at)
  select h.shop_id, h.order_id, 'ledger', p.id, 'missing', 540, 0, array[p.id], at, now(),
    case when n % 400 = 0 then now() end
  from made join handoff h on h.shop_id = $1 and h.external_order_id = 'x-' || n
    join parcel p on p.shop_id = h.shop_id and p.handoff_id = h.id
  where n % 20 = 0 and n <= $2::int`;

/** A quote as it is frozen, and as long as one is. */
const TERMS = JSON.stringify({
  quote: { platformFeePercent: 10, platformFeeBasis: "margin" },
  explanation: randomBytes(450).toString("base64"),
});

/**
 * `orders` of the measured shop with three lines of the ledger each, a fifth as many of another shop of its account, and
 * half as many of shops of another one: rows as wide as the app's own, as far as no page opens what is sealed.
 */
export async function fillMoney(
  { database, shops, encryptionKeys }: MoneyBench,
  orders: number,
): Promise<void> {
  const client = await database.connect();
  try {
    await client.query(FATES, [orders]);
    const shares = [1, 0.25, 0.2, 0.25];
    for (const [at, shop] of shops.entries())
      await fillShop(client, shop, { orders: Math.floor(orders * (shares[at] ?? 0.2)), tag: `p${at}_` });
    await addMovements(client, shops[0].accountId, encryptionKeys);
    await client.query("vacuum analyze");
  } finally {
    client.release();
  }
}

async function fillShop(
  client: pg.PoolClient,
  { id, accountId }: BenchShop,
  { orders, tag }: { readonly orders: number; readonly tag: string },
): Promise<void> {
  const key = accountKeyOf(asId(accountId));
  await client.query(ORDERS, [id, orders, randomBytes(500)]);
  await client.query(`analyze made, "order"`);
  await client.query(HANDOFFS, [id, orders, accountId, TERMS, randomBytes(400)]);
  await client.query("analyze handoff");
  await client.query(ITEMS, [id, orders]);
  await client.query("analyze handoff_item");
  await client.query(PARCELS, [id, orders, tag, randomBytes(900)]);
  await client.query("analyze parcel");
  await client.query(LINES, [id, orders, key, randomBytes(300)]);
  await client.query(DIFFERENCES, [id, orders]);
  await client.query(
    `insert into ledger_copy (account_key, mode, copied_at, entries, types, statuses)
     select $1, 'live', now(), count(*), '{MARGIN,RESERVE_HELD,RESERVE_RELEASED,TOP_UP}', '{completed,pending}'
     from ledger_entry where account_key = $1
     on conflict (account_key, mode) do update set copied_at = now(), entries = excluded.entries`,
    [key],
  );
}

/** What belongs to no order: six top-ups a day, each said in words that a page opens. */
async function addMovements(client: pg.PoolClient, accountId: string, encryptionKeys: string): Promise<void> {
  const crypto = createCrypto(readEnv({ ENCRYPTION_KEYS: encryptionKeys }).ENCRYPTION_KEYS);
  const ids = Array.from({ length: 3000 }, () => randomUUID());
  const sealed = ids.map((id) =>
    Buffer.from(crypto.seal(JSON.stringify({ id, description: "Top-up" }), ledgerRawPlace(id))).toString(
      "hex",
    ),
  );
  await client.query(
    `insert into ledger_entry (id, account_key, mode, entry_id, amount_pkr, type, status, booked_at, seen_at, raw_enc)
     select id, $1, 'live', 't' || n, 5000, 'TOP_UP', case when n % 4 = 0 then 'pending' else 'completed' end,
       now() - n * interval '4 hours', now(), decode(raw, 'hex')
     from unnest($2::uuid[], $3::text[]) with ordinality as movement (id, raw, n)`,
    [accountKeyOf(asId(accountId)), ids, sealed],
  );
}
