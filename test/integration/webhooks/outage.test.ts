import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/support/app.ts";
import {
  buildShopifyDelivery,
  buildSupplierDelivery,
  insertConnection,
  send,
} from "#test/support/deliveries.ts";

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
    const path = "/webhooks/shopify/fulfillment-service/fulfillment_order_notification";
    const change = buildShopifyDelivery(test.web.url, "products/update", { id: 7 });
    for (const each of [delivery, { ...delivery, url: `${test.web.url}${path}` }, change]) {
      const refused = await send(each);
      expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "10"]);
    }
    expect((await fetch(`${test.web.url}/readyz`)).status).toBe(503);
    expect((await fetch(`${test.web.url}/healthz`)).status).toBe(200);
    await setReachable(true);
    expect((await send(delivery)).status).toBe(200);
    expect(await test.app.db.delivery.count()).toBe(1);
    expect((await fetch(`${test.web.url}/readyz`)).status).toBe(200);
  });

  it("tells an unknown address of the service no other than a known one", async () => {
    const { db, crypto } = test.app;
    const shop = await db.shop.findFirstOrThrow();
    const webhook = await insertConnection(db, crypto, shop.id);
    const unknown = { token: "nobody-has-this-token", secret: "forged" };
    await setReachable(false);
    for (const through of [webhook, { ...webhook, secret: "forged" }, unknown]) {
      const refused = await send(buildSupplierDelivery(test.web.url, through, {}));
      expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "10"]);
    }
    await setReachable(true);
  });

  it("refuses a forgery without asking the database", async () => {
    await setReachable(false);
    const invalidDelivery = buildShopifyDelivery(
      test.web.url,
      "orders/updated",
      { id: 42 },
      { secret: "forged" },
    );
    expect((await send(invalidDelivery)).status).toBe(401);
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

  it("is ready while work waits for minutes, and tells of that as a metric", async () => {
    const shop = await test.app.db.shop.findFirstOrThrow();
    const nextRunAt = new Date(Date.now() - 600_000);
    await test.app.db.work.create({
      data: { shopId: shop.id, kind: "sweep.run", subject: "late", lane: "bulk", nextRunAt },
    });
    const response = await fetch(`${test.web.url}/readyz`);
    expect([response.status, await response.json()]).toEqual([200, { ok: true, database: "up" }]);
    const metrics = await (await fetch(`${test.web.url}/metrics`)).text();
    expect(metrics).toMatch(/^karwan_work_oldest_due_seconds\{lane="bulk"\} 6\d\d/m);
    expect(metrics).toMatch(/^karwan_work_due\{lane="bulk"\} 1$/m);
  });
});
