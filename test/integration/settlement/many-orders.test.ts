import { Prisma } from "@prisma/client";
import { afterAll, beforeAll, expect, it } from "vitest";
import { armFailpoints } from "#app/platform/process/failpoint.ts";
import { accountKeyOf } from "#app/supplier/account-quota.server.ts";
import { writeManyRows } from "#test/support/postgres.ts";
import { type SweepingShop, startSweepingShop } from "../sweeps/sweeping-shop.ts";

/** Two whole batches, and a part of a third. */
const ORDERS = 450;

let shop: SweepingShop;

beforeAll(async () => {
  shop = await startSweepingShop();
  const { db } = shop.app;
  const connection = await db.supplierConnection.findFirstOrThrow({ where: { shopId: shop.shopId } });
  const accountKey = accountKeyOf(connection.accountId ?? "");
  await db.ledgerCopy.upsert({
    where: { accountKey_mode: { accountKey, mode: "live" } },
    create: { accountKey, mode: "live", copiedAt: new Date() },
    update: { copiedAt: new Date() },
  });
  await insertOrders(shop, ORDERS);
});
afterAll(async () => {
  armFailpoints(undefined);
  await shop?.close();
});

/** Delivered and paid in Shopify, of which the ledger says nothing yet: their margins are pending. */
async function insertOrders({ app, shopId }: SweepingShop, count: number): Promise<void> {
  await writeManyRows(app, [
    Prisma.sql`
      with made as (
        insert into "order" (id, shop_id, order_gid, name, state, outstanding_pkr, net_payment_pkr, updated_at)
        select gen_random_uuid(), ${shopId}::uuid, 'gid://shopify/Order/9' || n, '#9' || n, 'delivered', 0, 1800, now()
        from generate_series(1, ${count}::int) n returning id, order_gid
      ),
      handed as (
        insert into handoff (id, shop_id, order_id, mode, sequence, external_order_id, payment_mode, state,
          collects_pkr, shipping_pkr, terms, customer_enc, updated_at)
        select gen_random_uuid(), ${shopId}::uuid, id, 'live', 1, order_gid, 'COD', 'placed',
          1800, 200, '{}'::jsonb, ''::bytea, now() from made returning id, external_order_id
      )
      insert into parcel (shop_id, handoff_id, mode, supplier_order_id, status, cod_pkr, wholesale_pkr,
        shipping_cost_pkr, margin_pkr, platform_fee_pkr, rto_reserve_pkr, margin_status, delivered_at, read_at,
        reported_at, updated_at)
      select ${shopId}::uuid, id, 'live', external_order_id, 'DELIVERED', 1800, 1000,
        200, 600, 60, 350, 'PENDING', now() - interval '1 day', now(), now() - interval '1 hour', now() from handed`,
  ]);
}

it("looks at every order once, also where its process dies between two batches", async () => {
  armFailpoints("R2:throw");
  expect(await shop.sweep("settlement")).toMatchObject({
    seen: ORDERS,
    agree: ORDERS,
    differs: 0,
    not_yet: 0,
  });
}, 60_000);
