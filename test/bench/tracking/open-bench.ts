import { randomUUID } from "node:crypto";
import { hashPhone } from "#app/domain/orders/customer/phone-hash.ts";
import { attemptBodyPlace } from "#app/domain/orders/placement/send-attempt.server.ts";
import { type Crypto, createCrypto } from "#app/platform/crypto/crypto.ts";
import { readHashKey } from "#app/platform/crypto/hash-key.server.ts";
import { type OrderId, toAttemptId } from "#app/platform/ids.ts";
import { readEnv } from "#app/platform/process/env.server.ts";
import { fillMoney } from "../money/fill-money.ts";
import { type BenchShop, type MoneyBench, openMoneyBench } from "../money/open-bench.ts";

/** An order whose customer looks for it. */
export type TrackedOrder = {
  readonly shop: BenchShop;
  readonly id: OrderId;
  /** Its number without its sign. */
  readonly number: string;
  readonly phone: string;
};

export type TrackingBench = MoneyBench & {
  readonly crypto: Crypto;
  /** Placed orders of every shop, the newest ones; most are on their way. */
  readonly orders: readonly TrackedOrder[];
};

/** So many orders of each shop have a customer. */
const TRACKED = 800;

/** Four shops of two accounts with many orders, of which the newest have phones, and a body that was sent. */
export async function openTrackingBench(orders: number): Promise<TrackingBench> {
  const bench = await openMoneyBench(".data/bench-tracking");
  try {
    console.log(`Filling ${orders} orders and those of three more shops …`);
    await fillMoney(bench, orders);
    const keys = readEnv({ ENCRYPTION_KEYS: bench.encryptionKeys }).ENCRYPTION_KEYS;
    const crypto = createCrypto(keys, await readHashKey(bench.database, createCrypto(keys)));
    const tracked: TrackedOrder[] = [];
    for (const [at, shop] of bench.shops.entries())
      tracked.push(...(await addCustomers(bench, crypto, shop, at)));
    await bench.database.query("vacuum analyze");
    return { ...bench, crypto, orders: tracked };
  } catch (error) {
    await bench.close();
    throw error;
  }
}

async function addCustomers(
  { database }: MoneyBench,
  crypto: Crypto,
  shop: BenchShop,
  at: number,
): Promise<readonly TrackedOrder[]> {
  const { rows } = await database.query<{ id: OrderId; handoff_id: string }>(
    `select o.id, h.id as handoff_id from "order" o join handoff h on h.shop_id = o.shop_id and h.order_id = o.id
     where o.shop_id = $1 order by o.listed_at desc limit $2`,
    [shop.id, TRACKED],
  );
  // No two shops have a number in common: one of another shop shall be unknown here.
  const orders = rows.map(({ id }, row) => ({
    ...{ shop, id, number: String((at + 1) * 100_000 + row) },
    phone: `+92300${String(at * TRACKED + row).padStart(7, "0")}`,
  }));
  await database.query(
    `update "order" set phone_hash = known.hash, name = '#' || known.number
     from unnest($2::uuid[], $3::text[], $4::text[]) as known (id, hash, number)
     where shop_id = $1 and "order".id = known.id`,
    [
      shop.id,
      orders.map(({ id }) => id),
      orders.map(({ phone }) => hashPhone({ crypto }, phone)),
      orders.map(({ number }) => number),
    ],
  );
  const attempts = rows.map(({ handoff_id }, row) => {
    const id = toAttemptId(randomUUID());
    const body = JSON.stringify({ senderName: "Rang Kurtas", customer: { phone: orders[row]?.phone } });
    const sealed = Buffer.from(crypto.seal(body, attemptBodyPlace(id))).toString("hex");
    return { id, handoff_id, sealed };
  });
  await database.query(
    `insert into handoff_attempt (id, shop_id, handoff_id, number, idempotency_key, body_enc, body_sha256, state)
     select id, $1, handoff_id, 1, id::text, decode(sealed, 'hex'), '', 'accepted'
     from unnest($2::uuid[], $3::uuid[], $4::text[]) as sent (id, handoff_id, sealed)
     on conflict (shop_id, handoff_id, number) do update set id = excluded.id, body_enc = excluded.body_enc`,
    [
      shop.id,
      attempts.map(({ id }) => id),
      attempts.map(({ handoff_id }) => handoff_id),
      attempts.map(({ sealed }) => sealed),
    ],
  );
  return orders;
}
