import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { App } from "#app/app.server.ts";
import type { ShopId } from "#app/platform/ids.ts";
import { isShopifyError } from "#app/shopify/errors.ts";
import { getShop } from "#app/shopify/operations/shop/get-shop.ts";
import { REQUIRED_SCOPES } from "#app/shopify/scopes.ts";
import { DEMO_API_KEY, DEMO_API_SECRET } from "#test/standins/shopify/defaults.ts";
import { type ShopifyStandin, startShopifyStandin } from "#test/standins/shopify/server.ts";
import { idleHandlers, startTestApp, type TestApp } from "#test/support/app.ts";
import { buildShopifyDelivery, send } from "#test/support/deliveries.ts";
import { orderWork } from "#test/support/order-work.ts";
import { waitFor } from "#test/support/wait-for.ts";

const APP_URL = "http://localhost:3000";
const AGENT = "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 Chrome/153.0.0.0 Safari/537.36";
const HANGS_MS = 60_000;

const domains = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${name}-${index}.myshopify.com`);
const refreshed = domains("refreshed", 24);
const sick = domains("sick", 24);
const healthy = domains("healthy", 4);

let standin: ShopifyStandin;
let test: TestApp;
/** What a run of an order's work met, by the shop's id. */
const looked: string[] = [];

/** An order's work as it begins: one read of Shopify. */
async function lookAtShop(app: App, { shopId }: { readonly shopId: ShopId }): Promise<{ kind: "done" }> {
  const shop = await app.db.shop.findUniqueOrThrow({ where: { id: shopId } });
  await getShop(app.adminFor(shop));
  looked.push(shop.domain);
  return { kind: "done" };
}

beforeAll(async () => {
  standin = await startShopifyStandin({
    ...{ apiKey: DEMO_API_KEY, apiSecret: DEMO_API_SECRET, appUrl: APP_URL, scopes: REQUIRED_SCOPES },
    ...{ shops: [...refreshed, ...sick, ...healthy], routingDelayMs: 0 },
  });
  test = await startTestApp({
    env: {
      ...{ SHOPIFY_API_KEY: DEMO_API_KEY, SHOPIFY_API_SECRET: DEMO_API_SECRET },
      ...{ SHOPIFY_APP_URL: APP_URL, SHOPIFY_STANDIN_URL: standin.url },
    },
    handlers: { ...idleHandlers, "order.reconcile": lookAtShop },
  });
  for (const domain of [...refreshed, ...sick, ...healthy]) await openApp(domain);
});
afterAll(async () => {
  await standin?.close();
  await test?.close();
});

beforeEach(async () => {
  looked.length = 0;
  standin.control.faults({ clear: true });
  // Every token is at its end.
  await test.app.db.shopifySession.updateMany({ data: { expiresAt: new Date(0) } });
});

async function openApp(domain: string): Promise<void> {
  const token = standin.control.sessionToken({ shop: domain, userId: 1 });
  const headers = { authorization: `Bearer ${token}`, "user-agent": AGENT };
  await test.app.shopify.authenticateAdmin(new Request(`${APP_URL}/`, { headers }));
}

function hang(shops: readonly string[]): void {
  const requests = shops.map((shop) => ({ kind: "delay", field: "oauth", shop, delayMs: HANGS_MS }) as const);
  standin.control.faults({ requests });
}

/** Waits until each armed request came in and hangs. */
const untilAllHang = () =>
  waitFor(async () => standin.control.armedFaults().length === 0, {
    what: "every refresh to be under way",
    everyMs: 20,
    timeoutMs: 8000,
    describe: async () => `${standin.control.armedFaults().length} are not`,
  });

describe("a token endpoint that hangs", () => {
  it("keeps no connection and no transaction while 24 shops are refreshed at once", async () => {
    const shops = await test.app.db.shop.findMany({ where: { domain: { in: refreshed } } });
    hang(refreshed);
    const calls = shops.map((shop) =>
      getShop(test.app.adminFor(shop)).catch((error: unknown) => isShopifyError(error, "unavailable")),
    );
    await untilAllHang();
    const delivery = buildShopifyDelivery(
      test.web.url,
      "orders/updated",
      { id: 42 },
      {
        headers: { "x-shopify-shop-domain": healthy[0] ?? "" },
      },
    );
    expect((await send(delivery)).status).toBe(200);
    const { rows } = await test.app.pool.query(
      "select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
    );
    expect(rows).toEqual([]);
    expect(new Set(await Promise.all(calls))).toEqual(new Set([true]));
  });

  it("takes no other shop's slots: their orders are looked at while every refresh of the sick still hangs", async () => {
    const shops = await test.app.db.shop.findMany();
    const idsOf = (names: readonly string[]) =>
      shops.filter(({ domain }) => names.includes(domain)).map(({ id }) => id);
    const mark = orderWork;
    hang(sick);
    await test.app.wake(idsOf(sick).map((shopId) => mark(shopId, "1")));
    await test.app.wake(
      idsOf(healthy).flatMap((shopId) => ["1", "2", "3", "4", "5"].map((each) => mark(shopId, each))),
    );
    // What the test before asked for may be looked at only now.
    await waitFor(async () => looked.length >= 20, {
      what: "the healthy shops' orders to be looked at",
      everyMs: 20,
      timeoutMs: 15_000,
      describe: async () => `${looked.length} of 20 were`,
    });
    expect(looked.filter((domain) => sick.includes(domain))).toEqual([]);
    await untilAllHang();
    const where = { shopId: { in: idsOf(sick) } };
    // Each of the sick is asked for, and none has been given up yet.
    expect(await test.app.db.shopifySession.count({ where: { ...where, refreshClaim: { not: null } } })).toBe(
      24,
    );
    expect(looked.filter((domain) => sick.includes(domain))).toEqual([]);
    const waiting = await test.app.db.work.findMany({ where: { ...where, kind: "order.reconcile" } });
    expect(
      waiting.filter(({ observedGeneration, deadAt }) => observedGeneration > 0n || deadAt !== null),
    ).toEqual([]);
  });
});
