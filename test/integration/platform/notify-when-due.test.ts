import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ReceivedDelivery, receiveDelivery } from "#app/intake/receive-delivery.server.ts";
import { createCrypto } from "#app/platform/crypto/crypto.ts";
import type { ShopId } from "#app/platform/ids.ts";
import { readEnv } from "#app/platform/process/env.server.ts";
import { claimWork } from "#app/platform/queue/work.server.ts";
import { orderGid } from "#test/support/order-work.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";

const crypto = createCrypto(readEnv({}).ENCRYPTION_KEYS);
let database: TestDatabase;
let shopId: ShopId;
let keys = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  shopId = (await database.prisma.shop.create({ data: { domain: "one.myshopify.com" } })).id;
});
afterAll(() => database.drop());

function deliver(order: string, delayMs = 0): Promise<ReceivedDelivery> {
  keys += 1;
  const subject = orderGid(order);
  const work = { kind: "order.reconcile", subject: { orderGid: subject }, delayMs } as const;
  const mark = { kind: "work", work } as const;
  const delivery = { source: "shopify", topic: "orders/updated", key: String(keys), subject, mark } as const;
  return receiveDelivery(database.pool, crypto, {
    ...delivery,
    shop: { id: shopId },
    rawBody: Buffer.from("{}"),
  });
}

describe("work that a delivery marks", () => {
  it("is due at once when nobody has it", async () => {
    const recorded = await Promise.all(Array.from({ length: 50 }, (_, index) => deliver(`free-${index}`)));
    expect(recorded.filter(({ work }) => work?.isDue !== true)).toEqual([]);
  });

  it("is not due while a worker has it, and due again once its lease has run out", async () => {
    const { work } = await deliver("leased");
    await claimWork(database.prisma, work?.id ?? "", 30_000);
    expect(await deliver("leased")).toMatchObject({ work: { id: work?.id, isDue: false } });
    await database.pool.query("update work set lease_until = clock_timestamp() where id = $1", [work?.id]);
    expect(await deliver("leased")).toMatchObject({ work: { isDue: true } });
  });

  it("is not due before the time it is put off to", async () => {
    expect(await deliver("later", 60_000)).toMatchObject({ work: { isDue: false } });
  });
});
