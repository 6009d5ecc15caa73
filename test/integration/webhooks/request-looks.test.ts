import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { App } from "#app/app.server.ts";
import type { WorkHandler } from "#app/jobs/handlers.ts";
import { runWork } from "#app/jobs/run-work.server.ts";
import { workTable } from "#app/jobs/work-handlers.server.ts";
import type { ShopId } from "#app/platform/ids.ts";
import { claimWork } from "#app/platform/queue/work.server.ts";
import { startTestApp, type TestApp } from "#test/support/app.ts";
import { asId } from "#test/support/as-id.ts";

const DOMAIN = "karwan-demo.myshopify.com";

let test: TestApp;
let shopId: ShopId;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.app.db.shop.deleteMany();
  shopId = (await test.app.db.shop.create({ data: { domain: DOMAIN } })).id;
});

const post = () =>
  fetch(`${test.web.url}/webhooks/shopify/fulfillment-service/fulfillment_order_notification`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-shopify-shop-domain": DOMAIN },
    body: '{"kind":"FULFILLMENT_REQUEST"}',
  });

const look = () =>
  test.app.db.work.findUniqueOrThrow({
    where: { shopId_kind_subject: { shopId, kind: "orders.reconcileAssigned", subject: "shop" } },
  });

/** Runs the look, its time having come, while three more strangers call. */
async function runAmongCallers(): Promise<void> {
  const { handlers } = workTable;
  const lookAmongCallers: WorkHandler<App, "orders.reconcileAssigned"> = async (app, claim, subject) => {
    for (let sent = 0; sent < 3; sent += 1) await post();
    return handlers["orders.reconcileAssigned"](app, claim, subject);
  };
  const { id } = await look();
  await test.app.db.work.update({ where: { id }, data: { nextRunAt: new Date(0) } });
  const claim = await claimWork(test.app.db, id, 30_000);
  if (!claim) throw new Error("The look was not due");
  await runWork(
    test.app,
    { ...workTable, handlers: { ...handlers, "orders.reconcileAssigned": lookAmongCallers } },
    claim,
  );
}

/** How long after the run's end the next one is due. */
async function restMs(): Promise<number> {
  const { nextRunAt, updatedAt } = await look();
  return (nextRunAt?.getTime() ?? 0) - updatedAt.getTime();
}

describe("a stream of unsigned callbacks", () => {
  it("has the shop looked at once in ten seconds, whenever they come", async () => {
    await post();
    await runAmongCallers();
    expect(await look()).toMatchObject({ leaseToken: null, requestedGeneration: 4n, observedGeneration: 1n });
    const rested = await restMs();
    expect(rested).toBeGreaterThan(9000);
    expect(rested).toBeLessThanOrEqual(10_000);
    const { nextRunAt } = await look();
    await post();
    expect(await look()).toMatchObject({ requestedGeneration: 5n, nextRunAt });
  });

  it("waits as long for the next look when a look fails", async () => {
    // Without a token nothing can be asked of Shopify.
    await test.app.db.shop.update({
      where: { id: shopId },
      data: { locationGid: asId("gid://shopify/Location/1") },
    });
    await post();
    await runAmongCallers();
    expect(await look()).toMatchObject({
      requestedGeneration: 4n,
      observedGeneration: 0n,
      lastError: "token_dead",
      deadAt: null,
    });
    expect(await restMs()).toBeGreaterThan(9000);
    const { nextRunAt } = await look();
    await post();
    expect(await look()).toMatchObject({ nextRunAt });
  });

  it("leaves the first after a quiet time to wait no longer than it takes to gather the rest", async () => {
    await post();
    await runAmongCallers();
    await test.app.db.work.updateMany({ data: { nextRunAt: null, restsUntil: new Date(0) } });
    await post();
    const { nextRunAt, updatedAt } = await look();
    expect((nextRunAt?.getTime() ?? 0) - updatedAt.getTime()).toBeLessThanOrEqual(10_000);
  });
});
