import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/support/app.ts";
import { buildShopifyDelivery, send } from "#test/support/deliveries.ts";

let test: TestApp;
let admin: pg.Client;

beforeAll(async () => {
  test = await startTestApp();
  await test.app.db.shop.create({ data: { domain: "karwan-demo.myshopify.com" } });
  const url = new URL(test.database.url);
  url.pathname = "/postgres";
  admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await test.close();
});

async function setReachable(reachable: boolean): Promise<void> {
  const name = new URL(test.database.url).pathname.slice(1);
  await admin.query(`alter database ${name} allow_connections ${reachable}`);
  if (!reachable)
    await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [name]);
}

describe("an intake whose database is away", () => {
  it("answers 503, so that the sender comes back, and takes the delivery once it returns", async () => {
    const delivery = buildShopifyDelivery(test.web.url, "orders/updated", { id: 42 });
    await setReachable(false);
    expect((await send(delivery)).status).toBe(503);
    expect((await fetch(`${test.web.url}/readyz`)).status).toBe(503);
    expect((await fetch(`${test.web.url}/healthz`)).status).toBe(200);
    await setReachable(true);
    expect((await send(delivery)).status).toBe(200);
    expect(await test.app.db.delivery.count()).toBe(1);
    expect((await fetch(`${test.web.url}/readyz`)).status).toBe(200);
  });

  it("refuses a forgery without asking the database", async () => {
    await setReachable(false);
    const forged = buildShopifyDelivery(test.web.url, "orders/updated", { id: 42 }, { secret: "forged" });
    expect((await send(forged)).status).toBe(401);
    await setReachable(true);
  });
});

describe("what the process tells of itself", () => {
  it("counts what became of deliveries", async () => {
    await send(buildShopifyDelivery(test.web.url, "orders/updated", { id: 7 }));
    const metrics = await (await fetch(`${test.web.url}/metrics`)).text();
    expect(metrics).toContain('karwan_deliveries_total{source="shopify",outcome="stored"}');
    expect(metrics).toContain('karwan_deliveries_total{source="shopify",outcome="refused_401"}');
  });

  it("is not ready while work waits for minutes", async () => {
    const shop = await test.app.db.shop.findFirstOrThrow();
    const nextRunAt = new Date(Date.now() - 600_000);
    await test.app.db.work.create({ data: { shopId: shop.id, kind: "order", subject: "stuck", nextRunAt } });
    const response = await fetch(`${test.web.url}/readyz`);
    expect([response.status, await response.json()]).toMatchObject([503, { ok: false, database: "up" }]);
  });
});
