import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadShop } from "#app/domain/context/load-shop.server.ts";
import type { ShopId } from "#app/platform/ids.ts";
import { asId } from "#test/support/as-id.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Each type that a column has, filled. */
const createShop = (domain: string) =>
  database.prisma.shop.create({
    data: {
      ...{ domain, gid: `gid://shopify/Shop/${domain}`, name: 'Rang & "Sons"', deliveryReady: true },
      ...{ grantedScopes: ["read_orders", "a,b"], codGateways: ["Cash on Delivery"], seenGateways: [] },
      ...{ workingDays: [1, 6], salesChannels: [{ name: "Online Store", known: null }] },
    },
  });

const createConnection = (shopId: ShopId, mode: "live" | "test") =>
  database.prisma.supplierConnection.create({
    data: {
      ...{
        shopId: asId(shopId),
        mode,
        active: mode === "live",
        accountId: asId("acc_1"),
        keyId: `rk_${mode}`,
      },
      ...{ keySecretEnc: Buffer.from([0, 255]), healthMessageEnc: Buffer.from(mode), quotaLimit: 1000 },
      ...{ webhookTokenHash: `hash of ${shopId} ${mode}`, webhookTokenEnc: Buffer.from("t") },
      ...{ webhookSecretEnc: Buffer.from("s"), pausedAt: new Date("2026-11-22T18:00:00.123Z") },
    },
  });

/** As Prisma reads it, which knows the schema. */
const readByPrisma = (id: ShopId) =>
  database.prisma.shop.findUnique({
    where: { id },
    include: { connections: { orderBy: { mode: "asc" } } },
  });

/** Bytes are of one kind or another, and the same bytes. */
function withPlainBytes(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_, each) => (isBytes(each) ? [...bytesOf(each)] : each)));
}

type Json = { readonly type: "Buffer"; readonly data: readonly number[] };
const isBytes = (value: unknown): value is Uint8Array | Json =>
  value instanceof Uint8Array || (Object(value) as Partial<Json>).type === "Buffer";
const bytesOf = (value: Uint8Array | Json) => (value instanceof Uint8Array ? value : value.data);

describe("a shop with its connections, read past Prisma", () => {
  it("is in every column what Prisma reads", async () => {
    const { id } = await createShop("two.myshopify.com");
    await createConnection(id, "live");
    await createConnection(id, "test");
    const shop = await loadShop(database.prisma, id);
    const connections = (shop?.connections ?? []).toSorted((a, b) => a.mode.localeCompare(b.mode));
    const known = await readByPrisma(id);
    expect(withPlainBytes({ ...shop, connections })).toEqual(withPlainBytes(known));
    expect(shop).toMatchObject({ installedAt: known?.installedAt, salesChannels: known?.salesChannels });
    expect(connections[0]?.pausedAt).toEqual(new Date("2026-11-22T18:00:00.123Z"));
  });

  it("has none where it was never connected, and is none where nobody knows it", async () => {
    const { id } = await createShop("never.myshopify.com");
    await createConnection((await createShop("next-door.myshopify.com")).id, "live");
    expect(await loadShop(database.prisma, id)).toMatchObject({ id, connections: [] });
    expect(await loadShop(database.prisma, asId("00000000-0000-4000-8000-000000000000"))).toBeNull();
  });
});
