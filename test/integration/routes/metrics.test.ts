import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startOps } from "#app/ops.server.ts";
import { classifyCall } from "#app/supplier/call-class.ts";
import { startTestApp, type TestApp } from "#test/support/app.ts";
import { asId } from "#test/support/as-id.ts";

const token = "a-token-of-the-operators";
let test: TestApp;

beforeAll(async () => {
  test = await startTestApp({ env: { METRICS_TOKEN: token, METRICS_PORT: "0" } });
});
afterAll(() => test.close());

const read = (authorization?: string, url = test.web.url) =>
  fetch(`${url}/metrics`, { headers: authorization === undefined ? {} : { authorization } });

describe("/metrics", () => {
  it.each([undefined, "Bearer", "Bearer another-token-entirely", `Basic ${token}`, token])(
    "is closed to %o",
    async (authorization) => {
      const response = await read(authorization);
      expect(response.status).toBe(401);
      expect(await response.text()).toBe("");
    },
  );

  it("is not there without a token where others reach the app", async () => {
    const app = {
      ...test.app,
      env: { ...test.app.env, isReachable: true, METRICS_TOKEN: undefined, METRICS_PORT: 0 },
    };
    const ops = await startOps(app);
    expect((await read(undefined, `http://localhost:${ops?.port}`)).status).toBe(404);
    await ops?.close();
  });

  it("counts the work that was given up, by kind", async () => {
    const { prisma } = test.database;
    const shop = await prisma.shop.create({ data: { domain: "given-up.myshopify.com" } });
    await prisma.work.create({
      data: { shopId: shop.id, kind: "inventory.push", subject: "live", deadAt: new Date() },
    });
    expect(await (await read(`Bearer ${token}`)).text()).toContain(
      'karwan_dead_work{kind="inventory.push"} 1',
    );
    await prisma.shop.delete({ where: { id: shop.id } });
  });

  it("tells the day, the pause and the breakers of an account without naming it", async () => {
    const gate = test.app.callGates.gateOf(asId("rsl_secretive"));
    const headers = { "x-quota-limit": "25000", "x-quota-remaining": "24000" };
    const now = new Date();
    const reset = String(Math.round(now.getTime() / 1000) + 3_600);
    gate.quota.recordHeaders(new Headers({ ...headers, "x-quota-reset": reset }), now);
    await gate.quota.requestPermit(classifyCall("GET", "/orders", "order"));
    await gate.quota.pause(60_000);
    for (let failure = 0; failure < 5; failure += 1) gate.breakers.reads.failed();
    const page = await (await read(`Bearer ${token}`)).text();
    expect(page).not.toContain("rsl_secretive");
    expect(page).toMatch(/karwan_quota_remaining\{account="[0-9a-f]{8}"\} 24000/);
    expect(page).toMatch(/karwan_quota_wait_seconds\{account="[0-9a-f]{8}",of="all"\} 5\d/);
    expect(page).toMatch(/karwan_breaker_open\{account="[0-9a-f]{8}",group="reads"\} 1/);
    expect(page).toMatch(/karwan_breaker_open\{account="[0-9a-f]{8}",group="orders"\} 0/);
  });

  it("tells what of Shopify is given a rest", async () => {
    const resting = { isAll: false, shops: 0 };
    const ops = await startOps({
      ...test.app,
      env: { ...test.app.env, METRICS_TOKEN: token, METRICS_PORT: 0 },
      restingAtShopify: () => resting,
    });
    expect(await (await read(`Bearer ${token}`)).text()).toContain('karwan_shopify_resting{of="all"} 0');
    Object.assign(resting, { isAll: true, shops: 7 });
    const page = await (await read(`Bearer ${token}`, `http://localhost:${ops?.port}`)).text();
    expect(page).toContain('karwan_shopify_resting{of="all"} 1');
    expect(page).toContain('karwan_shopify_resting{of="shops"} 7');
    await ops?.close();
  });

  it("has placings whose outcome is unknown, work that waits, and how far the clock is off", async () => {
    const page = await (await read(`Bearer ${token}`)).text();
    expect(page).toMatch(/^karwan_unsure_placings 0$/m);
    expect(page).toMatch(/^karwan_work_oldest_due_seconds\{lane="orders"\} 0$/m);
    expect(page).toMatch(/^karwan_work_due\{lane="bulk"\} 0$/m);
    expect(page).toMatch(/^karwan_clock_skew_seconds -?0\.\d+/m);
  });

  it("is served beside health by a process without pages", async () => {
    const ops = await startOps(test.app);
    const url = `http://localhost:${ops?.port}`;
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect((await read(`Bearer ${token}`, url)).status).toBe(200);
    await ops?.close();
  });
});
