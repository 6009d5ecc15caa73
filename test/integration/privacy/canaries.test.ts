import { readFile } from "node:fs/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCrypto } from "#app/platform/crypto.ts";
import { parseEncryptionKeys } from "#app/platform/encryption-keys.ts";
import { createMerchant, type Merchant, waitForOrder } from "#test/demo/merchant.ts";
import { setUpShop } from "#test/demo/set-up-shop.ts";
import { getVariant } from "#test/demo/shop-products.ts";
import { DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";
import { waitFor } from "#test/support/wait-for.ts";
import { startWorld, WORLD_METRICS_TOKEN, type World } from "#test/support/world.ts";

/** Words found nowhere else: what of them turns up in the open has leaked. */
const PERSON = {
  firstName: "Zqcanaryfirst",
  lastName: "Zqcanarylast",
  phone: "+923217654321",
  email: "zqcanary@mail.example",
};
const STREET = "House 7 Zqcanarystreet Phase 5";
const NOTE = "Ring the zqcanarybell";
const ENCRYPTION_KEYS = `canary:${Buffer.alloc(32, 9).toString("base64")}`;
const KEY_SECRET = "zqcanary-key-secret";

/** What only a customer's own screens and sealed columns may hold. */
const PERSONAL = ["zqcanary", "3217654321", "321 7654321"];

let database: TestDatabase;
let world: World;
let merchant: Merchant;

beforeAll(async () => {
  database = await createTestDatabase();
  world = await startWorld({
    databaseUrl: database.url,
    shopify: { routingDelayMs: 0 },
    env: { ENCRYPTION_KEYS },
  });
  await world.supplier.control.addKey({ id: "lk_canary", secret: KEY_SECRET, mode: "live" });
  merchant = createMerchant(world, DEMO_SHOP);
  await playEverything();
}, 180_000);

afterAll(async () => {
  await world?.close();
  await database?.drop();
});

async function playEverything(): Promise<void> {
  await setUpShop(merchant, { key: `lk_canary:${KEY_SECRET}`, productIds: ["prd_cooker"] });
  await merchant.press("settings", "/settings", { intent: "rotate", mode: "live" });
  const delivered = place({});
  await waitForOrder(merchant, delivered.name, ["placed"]);
  await world.supplier.control.armFault({ kind: "error", when: "after", method: "POST", path: "/orders" });
  const unsure = place({ phone: "+923217654320" });
  const held = place({ city: "Zzz Nowhere At All" });
  const wrongPhone = place({ phone: "0321 765" });
  for (const { name } of [held, wrongPhone]) await waitForOrder(merchant, name, ["held"]);
  await waitForOrder(merchant, unsure.name, ["placed"]);
  await deliver(delivered.gid);
  await waitForOrder(merchant, delivered.name, ["delivered"]);
  for (const topic of ["customers/data_request", "customers/redact"] as const) {
    world.shopify.control.compliance({ shop: DEMO_SHOP, topic, orderId: delivered.gid });
  }
  await waitFor(
    async () => (await database.prisma.delivery.count({ where: { topic: "customers/redact" } })) === 1,
    { what: "the compliance request to arrive" },
  );
  await knockWithErrors();
}

function place({ phone = PERSON.phone, city = "Lahore" }: { phone?: string; city?: string }) {
  const address = { firstName: PERSON.firstName, lastName: PERSON.lastName, address1: STREET, city, phone };
  const placed = world.shopify.control.placeOrder({
    ...{ shop: DEMO_SHOP, payment: "cod", shipping: 200, note: NOTE, customer: { ...PERSON, phone } },
    lines: [{ variantId: getVariant(world, DEMO_SHOP, "Pressure Cooker Gasket Set"), quantity: 1 }],
    shippingAddress: { ...address, province: "Punjab", zip: "54000" },
  });
  return { gid: placed.id, name: placed.name };
}

async function deliver(orderGid: string): Promise<void> {
  const parcel = await database.prisma.parcel.findFirstOrThrow({
    where: { handoff: { order: { orderGid } } },
  });
  for (const status of ["PROCESSING", "SHIPPED", "DELIVERED"] as const) {
    await world.supplier.control.moveParcel({ id: parcel.supplierOrderId, status });
  }
}

/** Each goes wrong in its own way, and each carries something that must not be repeated. */
async function knockWithErrors(): Promise<void> {
  const token = world.shopify.control.sessionToken({ shop: DEMO_SHOP });
  const agent = { "User-Agent": "Mozilla/5.0 Chrome/153.0" };
  const query = new URLSearchParams({ id_token: `${token}x`, shop: DEMO_SHOP, embedded: "1", host: "YQ" });
  for (const path of ["/", "/orders", "/nothing", "/auth/login", "/auth/session-token"]) {
    await fetch(`${world.app.url}${path}?${query}`, { headers: agent, redirect: "manual" });
  }
  const bent = { ...agent, Authorization: `Bearer ${token.slice(0, -3)}` };
  await fetch(`${world.app.url}/orders?_data=routes%2Fadmin%2Forders%2Froute`, { headers: bent });
  await fetch(`${world.app.url}/orders?_data=nonsense`, { method: "POST", headers: bent, body: "x=1" });
  const body = JSON.stringify({ id: 1, customer: PERSON });
  await fetch(`${world.app.url}/webhooks/shopify`, { method: "POST", headers: agent, body });
  await fetch(`${world.app.url}/webhooks/supplier/zqcanary-token-zqcanary-token`, { method: "POST", body });
}

/** Every table's every column that is not binary, as one text; `table.column` is before each value. */
async function everythingInTheOpen(): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    const { rows: columns } = await client.query<{ schema: string; table: string; column: string }>(
      `select c.table_schema as schema, c.table_name as table, c.column_name as column
       from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
       where t.table_type = 'BASE TABLE' and c.data_type <> 'bytea'
         and c.table_schema not in ('pg_catalog', 'information_schema')`,
    );
    const values: string[] = [];
    for (const { schema, table, column } of columns) {
      const { rows } = await client.query<{ value: string }>(
        `select distinct "${column}"::text as value from "${schema}"."${table}" where "${column}" is not null`,
      );
      values.push(...rows.map(({ value }) => `${table}.${column}: ${value}`));
    }
    return values;
  } finally {
    await client.end();
  }
}

/** Tokens and webhook secrets as they are in use, opened by hand. */
async function secretsInUse(): Promise<readonly string[]> {
  const crypto = createCrypto(parseEncryptionKeys(ENCRYPTION_KEYS) ?? []);
  const open = (blob: Uint8Array | null, table: string, row: string, column: string) =>
    blob === null ? [] : [crypto.openText(blob, { table, row, column })];
  const sessions = await database.prisma.shopifySession.findMany();
  const connections = await database.prisma.supplierConnection.findMany();
  return [
    ...sessions.flatMap(({ id, accessTokenEnc, refreshTokenEnc }) => [
      ...open(accessTokenEnc, "shopify_session", id, "access_token_enc"),
      ...open(refreshTokenEnc, "shopify_session", id, "refresh_token_enc"),
    ]),
    ...connections.flatMap(({ id, webhookSecretEnc, webhookSecretPreviousEnc, webhookTokenEnc }) => [
      ...open(webhookSecretEnc, "supplier_connection", id, "webhook_secret_enc"),
      ...open(webhookSecretPreviousEnc, "supplier_connection", id, "webhook_secret_previous_enc"),
      ...open(webhookTokenEnc, "supplier_connection", id, "webhook_token_enc"),
    ]),
  ];
}

describe("after orders, refusals, errors and compliance requests", () => {
  it("the journey went as it should have", async () => {
    const states = await database.prisma.order.findMany({ select: { state: true } });
    expect(states.map(({ state }) => state).sort()).toEqual(["delivered", "held", "held", "placed"]);
  });

  it.each([...PERSONAL, KEY_SECRET])("%s stands in no column in the open", async (word) => {
    const found = (await everythingInTheOpen()).filter((value) =>
      value.toLowerCase().includes(word.toLowerCase()),
    );
    expect(found).toEqual([]);
  });

  it("no token or secret in use stands in a column in the open", async () => {
    const secrets = await secretsInUse();
    expect(secrets.length).toBeGreaterThanOrEqual(5);
    const values = await everythingInTheOpen();
    expect(values.filter((value) => secrets.some((secret) => value.includes(secret)))).toEqual([]);
  });

  it("no column in the open holds anything shaped like a token", async () => {
    const shapes = /eyJ[\w-]{10,}\.|\bshp[a-z]{2}_|\bwhsec|Bearer /;
    expect((await everythingInTheOpen()).filter((value) => shapes.test(value))).toEqual([]);
  });

  it("no line of the log holds a person, a secret or a token", async () => {
    const log = await readFile(world.app.logFile, "utf8");
    expect(log).toContain('"event":"http_request"');
    for (const word of [...PERSONAL, KEY_SECRET, "karwan-demo-secret", ...(await secretsInUse())]) {
      expect(log.toLowerCase().includes(word.toLowerCase()), word).toBe(false);
    }
    expect(log).not.toMatch(/eyJ[\w-]{10,}\.|\bshp[a-z]{2}_|Bearer [\w-]|id_token=(?!\[hidden\])/);
  });

  it("the pages show the customer on the order's own page, and no secret anywhere", async () => {
    const pages = ["/", "/products", "/listings", "/orders?tab=all", "/activity", "/settings"];
    const html = (await Promise.all(pages.map((path) => merchant.open(path)))).join("\n");
    expect(html).not.toContain(KEY_SECRET);
    expect(html).not.toContain("Zqcanarystreet");
    expect(html).not.toContain("7654321");
    expect(html).not.toMatch(/eyJ[\w-]{10,}\.|\bshp[a-z]{2}_/);
  });

  it("metrics name nobody", async () => {
    const metrics = await (
      await fetch(`${world.app.url}/metrics`, { headers: { authorization: `Bearer ${WORLD_METRICS_TOKEN}` } })
    ).text();
    expect(metrics).toContain("karwan_quota_remaining");
    expect(metrics).not.toMatch(/zqcanary|myshopify|eyJ/i);
  });
});
