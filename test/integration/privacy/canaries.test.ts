import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rupees } from "#app/domain/money/rupees.ts";
import { addressPlace } from "#app/domain/notifications/recipient-place.ts";
import { mailPlace } from "#app/domain/notifications/write-mails.server.ts";
import { sealCustomerEdit } from "#app/domain/orders/customer/open-customer-edit.server.ts";
import { profitSubjects } from "#app/domain/payouts/profit/profit-row.ts";
import { refusalSubjects } from "#app/domain/payouts/refusals/refusal-row.ts";
import { doorWords } from "#app/domain/privacy/access-door-words.ts";
import { checkStaffRight } from "#app/domain/shops/staff.server.ts";
import { bringForward } from "#app/domain/sweeps/bring-forward.server.ts";
import { recordOutcome } from "#app/domain/wallet/record-outcome.server.ts";
import { type Crypto, createCrypto } from "#app/platform/crypto/crypto.ts";
import { parseEncryptionKeys } from "#app/platform/crypto/encryption-keys.ts";
import { sealedColumns, sealedPlace } from "#app/platform/crypto/sealed-columns.ts";
import { numericPart, type ShopId } from "#app/platform/ids.ts";
import routes from "#app/routes.ts";
import { runSubjects } from "#app/ui/run-url.ts";
import { createMerchant, type Merchant, waitForOrder } from "#test/demo/merchant.ts";
import { setUpShop } from "#test/demo/set-up-shop.ts";
import { getVariant } from "#test/demo/shop-products.ts";
import { DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import { asId } from "#test/support/as-id.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";
import { waitFor } from "#test/support/wait-for.ts";
import { startWorld, WORLD_METRICS_TOKEN, type World } from "#test/support/world.ts";
import { listTexts, readInTheClear } from "./everything-kept.ts";

/** The pages of the settings. */
const topics = [
  "connection",
  "placing",
  "waiting",
  "payment",
  "customers",
  "prices",
  "stock",
  "supplier-changes",
  "delivery",
  "stores",
  "team",
  "privacy",
];

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
const STAFF_NAME = "Zqcanarystaff";
const KEY_SECRET = "zqcanary-key-secret";

/** What a customer types where a city is asked for, and what the service writes about one. */
const CITY = "Zqcanarycity of Zqcanaryfirst 0321 7654321";
const WORDS = "Zqcanarywords: Mr Zqcanarylast, 0321 765 4321 or 923217654321";

/** What only a customer's own screens and sealed columns may hold; of phones the digits, however they are written. */
const PERSONAL = ["zqcanary", "3217654321"];

function holds(text: string, word: string): boolean {
  const digits = text.replace(/[\s()+.-]/g, "");
  return text.toLowerCase().includes(word.toLowerCase()) || digits.includes(word);
}

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
  const placing = place({ phone: "+923217654320" });
  const held = place({ city: "Zzz Nowhere At All" });
  const wrongPhone = place({ phone: "0321 765" });
  for (const { name } of [held, wrongPhone]) await waitForOrder(merchant, name, ["held"]);
  await waitForOrder(merchant, placing.name, ["placed"]);
  await deliver(delivered.gid);
  await waitForOrder(merchant, delivered.name, ["delivered"]);
  await trackOnStorefront(delivered);
  for (const topic of ["customers/data_request", "customers/redact"] as const) {
    world.shopify.control.compliance({ shop: DEMO_SHOP, topic, orderId: delivered.gid });
  }
  await waitFor(
    async () => (await database.prisma.delivery.count({ where: { topic: "customers/redact" } })) === 1,
    { what: "the compliance request to arrive" },
  );
  await knockWithErrors();
  await playForeignWords();
  await tryInShadow();
  await dieOf(held);
  await mapOwnProduct();
  await quoteCustomersInLedger();
  await copyLedger();
  await findDifference();
  await playRefusedAccount();
}

/** The customer looks, and somebody else tries; whatever they typed stays nowhere. */
async function trackOnStorefront({ name }: Placed): Promise<void> {
  const type = async (phone: string) => {
    const answer = await fetch(`${world.shopify.url}/apps/karwan/track?zqcanaryquery=1`, {
      method: "POST",
      headers: { "x-forwarded-host": DEMO_SHOP },
      body: new URLSearchParams({ number: name, phone, zqcanaryfield: "Zqcanaryvalue" }),
    });
    return answer.text();
  };
  const page = await type(PERSON.phone);
  expect(page).toContain("Delivered");
  expect(PERSONAL.filter((word) => holds(page, word))).toEqual([]);
  await type("Zqcanaryphone 0321 7654399");
}

/** What would have held an order names nobody, also where its customer wrote the reason. */
async function tryInShadow(): Promise<void> {
  await merchant.press("settings", "/settings", { intent: "start_shadow" });
  const left = place({ phone: "+923217654306", city: "Zqcanaryshadow" });
  await waitForOrder(merchant, left.name, ["to_place"]);
  expect(await database.prisma.shadowDecision.count({ where: { code: "city_unknown" } })).toBe(1);
  // A press would have the switches cover later orders alone; those of this test go on by themselves.
  await database.prisma.shop.updateMany({ data: { shadowUntil: new Date() } });
}

async function mapOwnProduct(): Promise<void> {
  const product = { title: "Gaskets", sku: "GASKET", price: 1700, quantity: 6 };
  const own = world.shopify.control.addOwnProduct({ shop: DEMO_SHOP, ...product });
  const part = { supplierProductId: "prd_cooker", supplierVariantId: "prd_cooker", quantity: 1 };
  const variants = JSON.stringify([{ variantGid: own.variantId, parts: [part] }]);
  const path = `/mapping/${own.productId.split("/").at(-1)}`;
  await merchant.press("mappedProduct", path, { intent: "save", writeCost: "no", variants });
}

/** The service's words of an entry, of a top-up too, may be about a customer. */
async function quoteCustomersInLedger(): Promise<void> {
  const { control } = world.supplier;
  await control.topUp({ amount: 500 });
  const { wallets } = await control.audit();
  const ids = wallets.flatMap(({ mode, ledger }) => (mode === "live" ? ledger.map(({ id }) => id) : []));
  for (const id of ids) await control.setLedgerEntry({ id, description: WORDS });
}

async function copyLedger(): Promise<void> {
  const { shop, ledgerCopy } = database.prisma;
  const { id: shopId } = await shop.findUniqueOrThrow({ where: { domain: DEMO_SHOP } });
  const where = { copiedAt: { gt: new Date() } };
  await database.prisma.$transaction((tx) => bringForward(tx, { shopId, mode: "live" }, "ledger"));
  const isCopied = async () => (await ledgerCopy.count({ where })) > 0;
  await waitFor(isCopied, { what: "the ledger to be copied" });
}

/** What the service booked for the parcel that came back is lost from our copy. */
async function findDifference(): Promise<void> {
  const { order, ledgerEntry, settlementDifference } = database.prisma;
  const { id } = await order.findFirstOrThrow({ where: { state: "refused" } });
  expect((await ledgerEntry.deleteMany({ where: { ownerOrderId: id } })).count).toBeGreaterThan(0);
  const isFound = async () => {
    await merchant.press("settlementCheck", "/payouts/check", { intent: "check_now" });
    return (await settlementDifference.count()) > 0;
  };
  await waitFor(isFound, { what: "the three-way check to find a difference", everyMs: 1000 });
}

/** The service refuses the account, once when it is checked and once beside an order, and quotes a customer. */
async function playRefusedAccount(): Promise<void> {
  const refusal = { kind: "refused", code: "reseller_suspended", message: WORDS } as const;
  await world.supplier.control.armFault({ ...refusal, method: "GET", path: "/me" });
  await merchant.press("settings", "/settings", { intent: "check", mode: "live" }).catch(() => null);
  expect(await database.prisma.attention.count({ where: { code: "connection_reseller_suspended" } })).toBe(1);
  await world.supplier.control.armFault({ ...refusal, method: "POST", path: "/orders" });
  const waiting = place({ phone: "+923217654305" });
  const isPaused = async () =>
    (await database.prisma.supplierConnection.count({ where: { pausedAt: { not: null } } })) === 1;
  await waitFor(isPaused, { what: "the connection to be paused" });
  await waitForOrder(merchant, waiting.name, ["held"]);
}

/** Everything a customer or the service can write, in what is asked, refused, cancelled, returned, given up and exported. */
async function playForeignWords(): Promise<void> {
  const { control } = world.supplier;
  const asWritten = place({ phone: "+923217654301", city: CITY });
  const held = await waitForOrder(merchant, asWritten.name, ["held"]);
  await merchant.press("order", `/orders/${held.id}`, { intent: "city_as_written" });
  await waitForOrder(merchant, asWritten.name, ["placed"]);
  const details = [{ path: "customer.phone", message: WORDS }];
  await control.armFault({
    ...{ kind: "refused", code: "validation_error", message: WORDS, details },
    ...{ method: "POST", path: "/orders" },
  });
  const refused = place({ phone: "+923217654302" });
  const refusedRow = await waitForOrder(merchant, refused.name, ["held"]);
  for (const action of ["resume", "cancel"])
    await merchant.press("orders", "/orders", { intent: "bulk", action, ids: refusedRow.id });
  const isRefused = async () => (await database.prisma.bulkItem.count({ where: { state: "refused" } })) === 1;
  await waitFor(isRefused, { what: "a press of many to be refused" });
  const [cancelled, returned] = [place({ phone: "+923217654303" }), place({ phone: "+923217654304" })];
  for (const { name } of [cancelled, returned]) await waitForOrder(merchant, name, ["placed"]);
  await control.moveParcel({
    id: (await parcelOf(cancelled)).supplierOrderId,
    status: "CANCELLED",
    reason: WORDS,
  });
  await waitForOrder(merchant, cancelled.name, ["held", "cancelled", "to_place"]);
  await control.moveParcel({
    id: (await parcelOf(returned)).supplierOrderId,
    status: "RETURNED",
    reason: WORDS,
  });
  await waitForOrder(merchant, returned.name, ["refused"]);
}

/** Its correction cannot be opened: no pass gets past it, and its work is given up. */
async function dieOf({ gid }: Placed): Promise<void> {
  const { prisma } = database;
  const { id: orderId, shopId } = await prisma.order.findFirstOrThrow({ where: { orderGid: asId(gid) } });
  const torn = { kind: "customer" as const, by: "Test", detailEnc: Buffer.from("\u0001torn") };
  await prisma.orderDecision.create({ data: { shopId, orderId, ...torn } });
  const where = { kind: "order.reconcile", subject: gid };
  const failed = { attempts: 4, lastError: "sealed_value_unreadable", requestedGeneration: { increment: 1 } };
  await prisma.work.updateMany({ where, data: { ...failed, nextRunAt: new Date() } });
  const isDead = async () => (await prisma.work.count({ where: { ...where, deadAt: { not: null } } })) === 1;
  await waitFor(isDead, { what: "the work to be given up" });
  await prisma.orderDecision.deleteMany({ where: { orderId } });
}

type Placed = { readonly gid: string; readonly name: string };

function parcelOf({ gid }: Placed) {
  return database.prisma.parcel.findFirstOrThrow({ where: { handoff: { order: { orderGid: asId(gid) } } } });
}

/** Every free text there is in an order of Shopify's carries the canary; a test below knows when one is added. */
function place({ phone = PERSON.phone, city = "Lahore" }: { phone?: string; city?: string }): Placed {
  const { firstName, lastName } = PERSON;
  const places = {
    address1: STREET,
    address2: "Zqcanaryflat",
    company: "Zqcanarycompany",
    zip: "Zqcanaryzip",
  };
  const address = { firstName, lastName, phone, city, ...places, province: "Zqcanaryprovince" };
  const customAttributes = [{ key: "zqcanarykey", value: "Zqcanaryvalue" }];
  const placed = world.shopify.control.placeOrder({
    ...{ shop: DEMO_SHOP, payment: "cod", shipping: 200, note: NOTE, customer: { ...PERSON, phone } },
    ...{ tags: ["zqcanarytag"], customAttributes },
    lines: [
      {
        ...{ variantId: getVariant(world, DEMO_SHOP, "Pressure Cooker Gasket Set"), quantity: 1 },
        customAttributes,
      },
    ],
    shippingAddress: address,
    billingAddress: address,
  });
  return { gid: placed.id, name: placed.name };
}

async function deliver(orderGid: string): Promise<void> {
  const parcel = await parcelOf({ gid: orderGid, name: "" });
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

/** What the journey has no part in: somebody of the staff who asks for a right, a corrected customer, a refused payment. */
async function sealWhatNobodyDid(crypto: Crypto): Promise<void> {
  const { prisma: db } = database;
  const shop = await db.shop.findUniqueOrThrow({ where: { domain: DEMO_SHOP } });
  const clock = { now: () => new Date() };
  const person = { userId: "7", accountOwner: false, collaborator: false, name: STAFF_NAME };
  await checkStaffRight({ shop, db, crypto, clock }, person, "keys");
  const order = await db.order.findFirstOrThrow({ where: { state: "delivered" } });
  const basis = { name: "Zqcanaryfirst", phone: PERSON.phone, address: STREET, city: "Lahore" };
  const edit = { ...basis, secondPhone: null, landmark: null, cityAsWritten: false };
  const detailEnc = sealCustomerEdit({ crypto }, order.id, { edit, basis });
  await db.orderDecision.create({
    data: { shopId: shop.id, orderId: order.id, kind: "customer", detailEnc, by: "7" },
  });
  const parcel = await db.parcel.findFirstOrThrow({ where: { handoff: { orderId: order.id } } });
  const payment = await db.paymentIntent.create({
    data: {
      ...{ shopId: shop.id, orderId: order.id, parcelId: parcel.id, amountPkr: rupees(1200) },
      ...{ requestedBy: "7", requestedAt: clock.now() },
    },
  });
  const message = "Zqcanarywords of the service";
  const outcome = { kind: "refused", evidence: "answer", code: "not_found", message } as const;
  await recordOutcome({ db, shop, clock, crypto }, { ...payment, parcel }, ["wanted"], outcome);
  await writeMail(shop.id, crypto);
}

/** One that waits for somebody of the shop. */
async function writeMail(shopId: ShopId, crypto: Crypto): Promise<void> {
  const { prisma: db } = database;
  const [recipientId, id] = [randomUUID(), randomUUID()];
  const addressEnc = crypto.seal("ali@rang.example", addressPlace(recipientId));
  await db.mailRecipient.create({
    data: { id: recipientId, shopId, addressEnc, addressHash: "hash", state: "confirmed", addedBy: "7" },
  });
  const [createdAt, dueAt] = [new Date(), new Date(Date.now() + 3_600_000)];
  const contentEnc = crypto.seal('{"subject":"Orders wait","text":"#1001"}', mailPlace(id));
  await db.mail.create({
    data: { id, shopId, recipientId, kind: "digest", messageId: `<${id}@x>`, contentEnc, createdAt, dueAt },
  });
}

type Look = {
  readonly person: string;
  readonly path: string;
  readonly text: string;
  /** The answer's `Content-Type`. */
  readonly type: string;
};

let looked: Promise<readonly Look[]> | null = null;

/** Every address of every page and answer, with all there is of what it names, looked at once by a person of its own. */
function lookAtEverything(): Promise<readonly Look[]> {
  looked ??= lookAtAll();
  return looked;
}

async function lookAtAll(): Promise<readonly Look[]> {
  const looks: Look[] = [];
  for (const path of (await Promise.all((await listPaths(await routes)).map(fill))).flat()) {
    const userId = 9000 + looks.length;
    const token = world.shopify.control.sessionToken({ shop: DEMO_SHOP, userId });
    const host = Buffer.from("admin.shopify.com/store/karwan-demo").toString("base64url");
    const url = new URL(path, world.app.url);
    const query = { embedded: "1", shop: DEMO_SHOP, host, id_token: token };
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const headers = { "User-Agent": "Mozilla/5.0 Chrome/153.0", Authorization: `Bearer ${token}` };
    const answer = await fetch(url, { headers, redirect: "manual" });
    const type = answer.headers.get("content-type") ?? "";
    looks.push({ person: String(userId), path, text: await answer.text(), type });
  }
  return looks;
}

/** The paths of the map of routes behind which something is read, each with the names in it; `*` leads nowhere. */
async function listPaths(entries: readonly RouteConfigEntry[], parent = ""): Promise<readonly string[]> {
  const paths = entries.map(async ({ path, file, index: isIndex, children = [] }) => {
    const own = `${parent}/${path ?? ""}`.replace(/\/+$/, "");
    const source = await readFile(new URL(`../../../app/${file}`, import.meta.url), "utf8");
    const isRead =
      (path !== undefined || isIndex) && !own.includes("*") && /export async function loader/.test(source);
    return [...(isRead ? [own || "/"] : []), ...(await listPaths(children, own))];
  });
  return (await Promise.all(paths)).flat();
}

const VIEWS: Readonly<Record<string, readonly string[]>> = {
  "/orders": ["?tab=all", "?tab=needs_you", "?tab=all&search=Zqcanarylast", "?tab=all&search=03217654302"],
  "/activity": ["", "?view=checks", "?view=deliveries", "?about=orders&who=event"],
  "/orders/export": ["?tab=all"],
  "/payouts/profit/export": profitSubjects.map((by) => `?by=${by}`),
  "/payouts/refusals/export": refusalSubjects.map((by) => `?by=${by}`),
  "/payouts/check/export": ["", "?view=put_aside", "?view=all"],
};

/** The files the app gives, with the least lines of each here. None is for a customer's name, address or words. */
const FILES: Readonly<Record<string, number>> = {
  "/activity/export": 20,
  "/listings/export": 1,
  "/mapping/export": 1,
  "/orders/:id/trace/export": 10,
  "/orders/export": 8,
  "/orders/shadow/export": 1,
  "/payouts/check/export": 1,
  "/payouts/export": 1,
  "/payouts/profit/export": 4,
  "/payouts/refusals/export": 1,
  "/wallet/export": 2,
};

/** Every path there is by a pattern. Where a new name is in it nobody knows what to put there, and the test says so. */
async function fill(pattern: string): Promise<readonly string[]> {
  const { prisma: db } = database;
  const ids = async (table: { findMany(query: object): Promise<readonly { id: unknown }[]> }) =>
    (await table.findMany({ select: { id: true } })).map(({ id }) => String(id));
  /** Shopify's own, of orders and products. */
  const numbers = async () => {
    const [orders, listings] = await Promise.all([db.order.findMany(), db.listing.findMany()]);
    const productGids = listings.flatMap(({ productGid }) => productGid ?? []);
    return [...orders.map(({ orderGid }) => orderGid), ...productGids].map(numericPart);
  };
  const known: Readonly<Record<string, () => Promise<readonly string[]>>> = {
    orderId: () => ids(db.order),
    deliveryId: () => ids(db.delivery),
    listingId: () => ids(db.listing),
    supplierProductId: async () => ["prd_cooker"],
    product: async () => ["1"],
    topic: async () => topics,
    day: async () => [new Date().toISOString().slice(0, 10)],
    subject: async () => runSubjects,
    runId: () => ids(db.bulkRun),
    number: numbers,
  };
  const [, name] = /:(\w+)/.exec(pattern) ?? [];
  if (name === undefined) return (VIEWS[pattern] ?? [""]).map((view) => `${pattern}${view}`);
  const values = known[name];
  if (!values) throw new Error(`What stands for :${name} in ${pattern}?`);
  const filled = (await values()).map((value) => fill(pattern.replace(`:${name}`, value)));
  return (await Promise.all(filled)).flat();
}

describe("after orders, refusals, errors and compliance requests", () => {
  it("the journey went as it should have", async () => {
    const states = await database.prisma.order.findMany({ select: { state: true } });
    const counts = Map.groupBy(states, ({ state }) => state);
    expect([...counts].map(([state, { length }]) => `${length} ${state}`).sort()).toEqual([
      "1 cancelled",
      "1 delivered",
      "1 refused",
      "1 to_place",
      "2 placed",
      "4 held",
    ]);
    expect(await database.prisma.work.count({ where: { deadAt: { not: null } } })).toBe(1);
  });

  it("an order of Shopify's had the canary in every text a customer writes", () => {
    const [order] = world.shopify.control.state({ shop: DEMO_SHOP }).orders;
    const own =
      /^(gid:|\d{4}-|#?[\d.]+$|[A-Z_]+$|(PKR|web|manual|checkout)$)|Pressure Cooker|Karwan|cash on delivery|Standard Delivery|Online Store|^#1\d+-F|^TCS|tcsexpress/i;
    const silent = listTexts(order).filter(({ text }) => !PERSONAL.some((word) => holds(text, word)));
    expect(silent.filter(({ text }) => !own.test(text))).toEqual([]);
    expect(listTexts(order).length - silent.length).toBeGreaterThan(20);
  });

  it.each([...PERSONAL, KEY_SECRET])("%s stands in no column in the open", async (word) => {
    const found = (await readInTheClear(database.prisma)).filter((value) => holds(value, word));
    expect(found).toEqual([]);
  });

  it("no token or secret in use stands in a column in the open", async () => {
    const secrets = await secretsInUse();
    expect(secrets.length).toBeGreaterThanOrEqual(5);
    const values = await readInTheClear(database.prisma);
    expect(values.filter((value) => secrets.some((secret) => value.includes(secret)))).toEqual([]);
  });

  it("every sealed value opens at the place the list of sealed columns gives it", async () => {
    const crypto = createCrypto(parseEncryptionKeys(ENCRYPTION_KEYS) ?? []);
    await sealWhatNobodyDid(crypto);
    const filled: string[] = [];
    for (const sealed of sealedColumns) {
      const { table, column, row, holds: holding } = sealed;
      const { rows } = await database.pool.query<{ row: string; blob: Buffer }>(
        `select ${row} as "row", "${column}" as blob from "${table}" where length("${column}") > 0`,
      );
      for (const each of rows) {
        const opened = crypto.openText(each.blob, sealedPlace(sealed, each.row));
        const text = opened.replaceAll(STAFF_NAME, "").replaceAll(KEY_SECRET, "");
        // Who is shown such a text is recorded.
        if (PERSONAL.some((word) => holds(text, word)))
          expect([table, column, holding]).toContain("customer");
      }
      if (rows.length > 0) filled.push(`${table}.${column}`);
    }
    expect(filled).toEqual(sealedColumns.map(({ table, column }) => `${table}.${column}`));
  });

  it("no column in the open holds anything shaped like a token", async () => {
    const shapes = /eyJ[\w-]{10,}\.|\bshp[a-z]{2}_|\bwhsec|Bearer /;
    expect((await readInTheClear(database.prisma)).filter((value) => shapes.test(value))).toEqual([]);
  });

  it("no line of the log holds a person, a secret or a token", async () => {
    const log = await readFile(world.app.logFile, "utf8");
    expect(log).toContain('"event":"http_request"');
    for (const word of [...PERSONAL, KEY_SECRET, "karwan-demo-secret", ...(await secretsInUse())]) {
      expect(
        log.split("\n").filter((line) => holds(line, word)),
        word,
      ).toEqual([]);
    }
    expect(log).not.toMatch(/eyJ[\w-]{10,}\.|\bshp[a-z]{2}_|Bearer [\w-]|id_token=(?!\[hidden\])/);
  });

  it("the pages show the customer on the order's own page, and no secret anywhere", async () => {
    const pages = ["/", "/products", "/listings", "/orders?tab=all", "/activity", "/settings/connection"];
    const opened = (await Promise.all(pages.map((path) => merchant.open(path)))).join("\n");
    // The lists show name and city as the customer wrote them, and the service's own words beside a need.
    const html = opened.replaceAll(CITY, "").replaceAll(WORDS, "");
    for (const hidden of [KEY_SECRET, "Zqcanarystreet", "7654321"])
      expect(html.includes(hidden), hidden).toBe(false);
    expect(html).not.toMatch(/eyJ[\w-]{10,}\.|\bshp[a-z]{2}_/);
  });

  it("whatever a page shows of a customer is written down for whom it was shown", async () => {
    const looks = await lookAtEverything();
    const ofCustomers = ({ text }: Look) => text.replaceAll(STAFF_NAME, "");
    const showing = looks.filter((look) => PERSONAL.some((word) => holds(ofCustomers(look), word)));
    for (const { person, path } of showing)
      expect([path, await database.prisma.customerAccess.count({ where: { person } })]).toEqual([path, 1]);
    const rows = await database.prisma.customerAccess.findMany({
      where: { person: { in: looks.map(({ person }) => person) } },
    });
    const ofOrders = rows.filter(({ orderIds }) => orderIds.length > 0).map(({ door }) => door);
    expect(showing.map(({ path }) => path)).toContain("/wallet");
    for (const door of [
      "home",
      "orders",
      "orders/order",
      "extensions/order",
      "activity",
      "runs",
      "delivery-body",
    ])
      expect(ofOrders).toContain(door);
    expect(rows.filter(({ door }) => doorWords(door) === doorWords("none"))).toEqual([]);
  });

  it("every file the app gives has lines, and names nobody", async () => {
    const files = (await lookAtEverything()).filter(({ type }) => type.startsWith("text/csv"));
    const ofPaths = Map.groupBy(files, ({ path }) =>
      (path.split("?")[0] ?? "").replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, ":id"),
    );
    expect([...ofPaths.keys()].toSorted()).toEqual(Object.keys(FILES));
    for (const [path, views] of ofPaths) {
      const lines = views.flatMap(({ text }) => text.trim().split("\n").slice(1));
      expect(lines.length, path).toBeGreaterThanOrEqual(FILES[path] ?? 1);
      const found = lines.filter((line) => PERSONAL.some((word) => holds(line, word)));
      expect(found, path).toEqual([]);
    }
  });

  it("metrics name nobody", async () => {
    const metrics = await (
      await fetch(`${world.app.url}/metrics`, { headers: { authorization: `Bearer ${WORLD_METRICS_TOKEN}` } })
    ).text();
    expect(metrics).toContain("karwan_quota_remaining");
    expect(metrics).not.toMatch(/zqcanary|myshopify|eyJ/i);
  });
});
