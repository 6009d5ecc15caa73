import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { Crypto } from "#app/platform/crypto/crypto.ts";
import type { FilledShop } from "./fill-tables.ts";

/** What the statements that fill the tables read; both go with the connection. */
export const madeSql = `
  create temp table filled_shop (shop_id uuid, at int, account_id text, account_key text, orders int, products int);
  create temp table made (shop_id uuid, shop_at int, account_id text, account_key text, n int, at timestamptz, days float,
    k int, fate text, payment_mode text, city text, order_id uuid, handoff_id uuid, customer_enc bytea, sent_enc bytea)`;

/** The newest wait, each in its own way; of the others most were delivered. */
const MADE = `
  insert into made
  select s.shop_id, s.at, s.account_id, s.account_key, n, now() - n * interval '7 minutes', n * 7 / 1440.0,
    (n::bigint * 7919) % 1000,
    case when n <= 400 and n % 2 = 0 then 'waits' when n <= 400 and n % 10 = 1 then 'held'
      when n <= 400 and n % 10 = 3 then 'asked' when n <= 400 and n % 10 = 5 then 'to_place'
      when n * 7 < 4 * 1440 then 'open' when (n::bigint * 7919) % 1000 < 800 then 'delivered'
      when (n::bigint * 7919) % 1000 < 960 then 'refused' else 'cancelled' end,
    case when n % 5 = 0 or (n <= 400 and n % 2 = 0) then 'PREPAID' else 'COD' end,
    case (n * 13) % 60 when 0 then 'Lahore' when 1 then 'Karachi' else 'City ' || (n * 13) % 60 end,
    order_id, handoff_id, customer_enc, sent_enc
  from filled_shop s, unnest($2::int[], $3::uuid[], $4::uuid[], $5::bytea[], $6::bytea[])
    as m (n, order_id, handoff_id, customer_enc, sent_enc)
  where s.shop_id = $1`;

/** So many rows a statement, so that none is larger than a few megabytes. */
const AT_ONCE = 5000;

export const FIRST_NAMES = [
  ...["Muhammad", "Ayesha", "Fatima", "Bilal", "Hamza"],
  ...["Sana", "Zara", "Omar", "Usman", "Hina"],
] as const;

/** One first name in three is the same. */
function firstNameOf(n: number): string {
  return FIRST_NAMES[n % 3 === 0 ? 0 : n % FIRST_NAMES.length] ?? "";
}

export async function writeMadeOrders(
  client: pg.PoolClient,
  shops: readonly FilledShop[],
  crypto: Crypto,
): Promise<void> {
  for (const { id: shopId, orders } of shops) {
    for (let from = 1; from <= orders; from += AT_ONCE) {
      const length = Math.min(AT_ONCE, orders - from + 1);
      const rows = Array.from({ length }, (_, at) => sealOrder(crypto, from + at));
      await client.query(MADE, [
        shopId,
        rows.map(({ n }) => n),
        rows.map(({ orderId }) => orderId),
        rows.map(({ handoffId }) => handoffId),
        rows.map(({ customer }) => customer),
        rows.map(({ sent }) => sent),
      ]);
    }
  }
  await client.query("create index on made (shop_id, n); analyze made");
}

/** About as long as an app's own customer is. */
const LANDMARK = "Opposite the park, second gate. ".repeat(8);

function sealOrder(crypto: Crypto, n: number) {
  const [orderId, handoffId] = [randomUUID(), randomUUID()];
  const phone = `+92301${String(1_000_000 + (n % 900_000))}`;
  const customer = JSON.stringify({
    ...{ name: `${firstNameOf(n)} Khan`, phone, address: `House ${n}, Street 4`, city: "Lahore" },
    ...{ province: "Punjab", postalCode: "54000", landmark: LANDMARK },
  });
  const seal = (table: "order" | "handoff", row: string) =>
    Buffer.from(crypto.seal(customer, { table, row, column: "customer_enc" }));
  return { n, orderId, handoffId, customer: seal("order", orderId), sent: seal("handoff", handoffId) };
}
