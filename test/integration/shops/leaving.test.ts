import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { FactCode } from "#app/domain/messages/timeline/fact-codes.ts";
import type { ComplianceTopic } from "#app/domain/privacy/compliance-topics.ts";
import { installShop } from "#app/domain/shops/install-shop.server.ts";
import { DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import { buildShopifyDelivery, send } from "#test/support/deliveries.ts";
import { type OrderHarness, startOrderHarness } from "#test/support/order-harness.ts";
import { waitFor } from "#test/support/wait-for.ts";

let harness: OrderHarness;

beforeAll(async () => {
  harness = await startOrderHarness();
});

afterAll(() => harness?.close());

/** The shop has the app, and nothing tells of a test before. */
beforeEach(async () => {
  await harness.shopify.control.settle();
  await comeBack();
  const where = { shopId: harness.shopId };
  await harness.app.db.delivery.deleteMany({ where });
  await harness.app.db.privacyRequest.deleteMany({ where });
  await harness.app.db.timelineEntry.deleteMany({ where });
});

const shop = () => harness.app.db.shop.findUniqueOrThrow({ where: { id: harness.shopId } });
const receipts = (topic: string) =>
  harness.app.db.delivery.findMany({ where: { shopId: harness.shopId, topic }, orderBy: { id: "asc" } });

async function deliver(topic: string, payload: object, options: { secret?: string } = {}) {
  const response = await send(buildShopifyDelivery(harness.app.env.SHOPIFY_APP_URL, topic, payload, options));
  return response.status;
}

async function identity() {
  const { gid, domain } = await shop();
  return { shop_id: Number(gid?.split("/").at(-1)), shop_domain: domain };
}

const requests = (topic: ComplianceTopic) =>
  harness.app.db.privacyRequest.findMany({ where: { shopId: harness.shopId, topic } });

/** What the shop's timeline tells under a code, of one topic where that is asked. */
function facts(code: FactCode, topic?: string) {
  const params = topic === undefined ? {} : { params: { path: ["topic"], equals: topic } };
  return harness.app.db.timelineEntry.findMany({ where: { shopId: harness.shopId, code, ...params } });
}

/** Asks with a false signature, which is refused, and with Shopify's. */
async function ask(topic: string): Promise<void> {
  const customer = { id: 7, email: "zqleaving@mail.example", phone: "+923001112233" };
  const payload = { ...(await identity()), customer, orders_to_redact: [11], orders_requested: [11] };
  expect(await deliver(topic, payload, { secret: "not-the-secret" })).toBe(401);
  expect(await deliver(topic, payload)).toBe(200);
}

async function untilRecorded(topic: string): Promise<void> {
  await waitFor(async () => (await receipts(topic))[0]?.foldedAt, { what: `${topic} to be recorded` });
  expect(await receipts(topic)).toMatchObject([{ ignored: null }]);
}

function expectOneWithoutPerson(rows: readonly object[]): void {
  expect(rows).toHaveLength(1);
  const written = JSON.stringify(rows, (_key, value) => (typeof value === "bigint" ? String(value) : value));
  expect(written).not.toMatch(/zqleaving|3001112233/);
}

const MARK = "zqshopword";

/** Columns of words that stay: what the shop is at Shopify, and closed words of settings, which say nothing of anybody. */
const KEPT = [
  ...["id", "gid", "domain", "currency", "timezone", "plan_name", "state"],
  ...["shipping_share", "when_refused", "confirmation_asker", "when_not_confirmed", "customer_language"],
];

/** Something to be erased in every other column of words, also one that is added later. */
async function markShop(): Promise<void> {
  const { db } = harness.app;
  const columns = await db.$queryRaw<{ name: string; type: string }[]>`
    select column_name as name, data_type as type from information_schema.columns
    where table_schema = current_schema() and table_name = 'shop' and data_type in ('text', 'ARRAY', 'jsonb')
      and udt_name <> '_int4'`;
  const marked = columns.filter(({ name }) => !KEPT.includes(name));
  const markOf = (type: string) =>
    type === "ARRAY" ? `array['${MARK}']` : type === "jsonb" ? `'["${MARK}"]'::jsonb` : `'${MARK}'`;
  const changes = marked.map(({ name, type }) => `"${name}" = ${markOf(type)}`);
  expect(changes.length).toBeGreaterThan(10);
  await db.$executeRawUnsafe(
    `update shop set customer_language = 'ur', ${changes.join(", ")} where id = '${harness.shopId}'`,
  );
}

async function leave() {
  harness.shopify.control.uninstall({ shop: DEMO_SHOP });
  return waitFor(async () => ((await shop()).state === "uninstalled" ? shop() : null), {
    what: "the shop to be uninstalled",
  });
}

/** A merchant installs the app where it is not, and opens it. */
async function comeBack(): Promise<void> {
  harness.shopify.control.reinstall({ shop: DEMO_SHOP });
  const token = harness.shopify.control.sessionToken({ shop: DEMO_SHOP, userId: 1 });
  const headers = { authorization: `Bearer ${token}`, "user-agent": "Mozilla/5.0 Chrome/153.0" };
  const { SHOPIFY_APP_URL: appUrl } = harness.app.env;
  await harness.app.shopify.authenticateAdmin(new Request(`${appUrl}/`, { headers }));
  await installShop(await harness.context(), { appUrl });
}

describe("a shop that leaves", () => {
  it("is not taken for gone because somebody says so: a forged word is 401, a true signature is checked", async () => {
    const { installNumber } = await shop();
    expect(await deliver("app/uninstalled", { id: 1 }, { secret: "not-the-secret" })).toBe(401);
    expect(await receipts("app/uninstalled")).toEqual([]);
    expect(await deliver("app/uninstalled", { id: 1, myshopify_domain: DEMO_SHOP })).toBe(200);
    await atRest();
    expect(await shop()).toMatchObject({ state: "installed", installNumber });
  });

  it("is gone once Shopify refuses its token as well, and its tokens with it", async () => {
    const gone = await leave();
    expect(gone.uninstalledAt).not.toBeNull();
    expect(await harness.app.db.shopifySession.count({ where: { shopId: harness.shopId } })).toBe(0);
  });

  it.each([
    ["customers/data_request", "customers_data_request"],
    ["customers/redact", "customers_redact"],
  ] as const)(
    "is still answered about %s, and it is recorded although no token lives",
    async (topic, code) => {
      await leave();
      await ask(topic);
      await untilRecorded(topic);
      expectOneWithoutPerson(await requests(topic));
      expectOneWithoutPerson(await facts(code));
    },
  );

  it("is still answered about shop/redact, and what proves it outlives what is erased", async () => {
    await leave();
    await ask("customers/redact");
    await untilRecorded("customers/redact");
    expectOneWithoutPerson(await facts("customers_redact"));
    await markShop();
    await ask("shop/redact");
    await waitFor(async () => (await requests("shop/redact"))[0]?.doneAt, { what: "the shop to be erased" });
    await untilRecorded("shop/redact");
    expectOneWithoutPerson(await requests("shop/redact"));
    expectOneWithoutPerson(await facts("erased", "shop/redact"));
    expect(await facts("customers_redact")).toEqual([]);
    const left = await shop();
    expect(JSON.stringify(left)).not.toContain(MARK);
    expect(left).toMatchObject({ customerLanguage: "en", customerWordsUr: "", name: "" });
  });

  it("is not recorded under another shop's name", async () => {
    await leave();
    const { shop_id } = await identity();
    const payload = { shop_id, shop_domain: "somebody-else.myshopify.com" };
    expect(await deliver("shop/redact", payload)).toBe(400);
  });

  it("has the next install number when it comes back", async () => {
    const { installNumber } = await leave();
    await comeBack();
    const back = { state: "installed", installNumber: installNumber + 1, uninstalledAt: null };
    expect(await shop()).toMatchObject(back);
  });
});

async function atRest(): Promise<void> {
  await waitFor(
    async () => {
      const work = await harness.app.db.work.findFirst({
        where: { shopId: harness.shopId, kind: "shop.reconcile" },
      });
      return (
        work !== null && work.requestedGeneration === work.observedGeneration && work.leaseToken === null
      );
    },
    { what: "the shop to have been looked at" },
  );
}
