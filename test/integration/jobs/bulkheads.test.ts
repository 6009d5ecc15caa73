import { afterEach, describe, expect, it } from "vitest";
import type { App } from "#app/app.server.ts";
import type { WorkHandler } from "#app/jobs/handlers.ts";
import { laneConcurrency } from "#app/jobs/lanes.ts";
import { query } from "#app/shopify/operation.ts";
import { createShopifyAdmin } from "#app/shopify/shopify-admin.server.ts";
import { createShopifyFetch } from "#app/shopify/shopify-fetch.server.ts";
import { idleHandlers, startTestApp, type TestApp } from "#test/support/app.ts";
import { asId } from "#test/support/as-id.ts";
import { describeWork } from "#test/support/describe-work.ts";
import { nameOf, orderGid, orderWork } from "#test/support/order-work.ts";
import { waitFor } from "#test/support/wait-for.ts";
import { answerJson, buildClient, startLocalService } from "../supplier/local-service.ts";

const readName = query<{ shop: { name: string } }, Record<string, never>>("query readName { shop { name } }");
const neverAnswers = () => undefined;
const me = answerJson(200, { reseller: { id: "rsl_1" }, mode: "live" });
const named = answerJson(200, { data: { shop: { name: "Karwan" } } });

let test: TestApp;
let close: () => Promise<void>;
afterEach(async () => {
  await close();
  await test.close();
});

/** A worker as deployed whose orders ask one of the two sides, by their subject; every one is of another shop and account. */
async function startSides(answers: { readonly service: typeof me; readonly shopify: typeof me }) {
  const service = await startLocalService(answers.service);
  const shopify = await startLocalService(answers.shopify);
  const admin = createShopifyAdmin({
    access: { getToken: async () => "token" },
    fetch: createShopifyFetch({ standinUrl: new URL(shopify.baseUrl).origin }),
    clock: { now: () => new Date() },
    log: { info: () => undefined },
  });
  const order: WorkHandler<App> = async (app, claim) => {
    const subject = nameOf(claim.subject);
    const gate = app.callGates.gateOf(asId(subject));
    if (subject.startsWith("service")) await buildClient(service.baseUrl, { gate }).client.getMe();
    else await admin.clientFor({ id: asId(subject), domain: `${subject}.myshopify.com` }).run(readName, {});
    return { kind: "done" };
  };
  test = await startTestApp({ handlers: { ...idleHandlers, "order.reconcile": order } });
  close = async () => void (await Promise.all([service.close(), shopify.close()]));
  const wake = async (subjects: readonly string[]) => {
    const data = subjects.map((subject) => ({ domain: `${subject}.myshopify.com` }));
    const shops = await test.app.db.shop.createManyAndReturn({ data });
    await test.app.wake(shops.map(({ id, domain }) => orderWork(id, domain.split(".")[0] ?? "")));
  };
  return { service, shopify, wake };
}

const soon = { interval: 20 };
const isDone = async (subject: string) =>
  (await test.app.db.work.findFirstOrThrow({ where: { subject: orderGid(subject) } })).observedGeneration ===
  1n;
const many = (side: string) => Array.from({ length: 40 }, (_, index) => `${side}-${index}`);
const reachOfOne = (laneConcurrency.orders * 3) / 4;

describe("a side that hangs", () => {
  it("leaves slots to work of the other: the service hangs, and what needs only Shopify ends", async () => {
    const { service, wake } = await startSides({ service: neverAnswers, shopify: named });
    await wake(many("service"));
    await expect.poll(() => service.seen.length, soon).toBe(reachOfOne);
    await wake(["shopify-only"]);
    await expect.poll(() => isDone("shopify-only"), soon).toBe(true);
    expect(service.seen).toHaveLength(reachOfOne);
    const rows = await test.app.db.work.findMany({ where: { lastError: "too_many_waiting" } });
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ deadAt }) => deadAt !== null)).toEqual([]);
  });

  it("leaves slots to work of the other: Shopify hangs, and what needs only the service ends", async () => {
    const { shopify, wake } = await startSides({ service: me, shopify: neverAnswers });
    await wake(many("shopify"));
    await expect.poll(() => shopify.seen.length, soon).toBe(reachOfOne);
    await wake(["service-only"]);
    await expect.poll(() => isDone("service-only"), soon).toBe(true);
  });
});

/** Shops whose Shopify never answers, each with many orders at once; all others are answered. */
async function startShops(sick: number) {
  const shopify = await startLocalService((response, request) => {
    const host = String(request.headers["x-forwarded-host"]);
    if (!host.startsWith("sick")) named(response, request);
  });
  const admin = createShopifyAdmin({
    access: { getToken: async () => "token" },
    fetch: createShopifyFetch({ standinUrl: new URL(shopify.baseUrl).origin }),
    clock: { now: () => new Date() },
    log: { info: () => undefined },
  });
  const order: WorkHandler<App> = async (_app, { shopId, subject }) => {
    const domain = `${nameOf(subject).split("/")[0]}.myshopify.com`;
    await admin.clientFor({ id: shopId, domain }).run(readName, {});
    return { kind: "done" };
  };
  test = await startTestApp({ handlers: { ...idleHandlers, "order.reconcile": order } });
  close = () => shopify.close();
  const wake = async (name: string, count: number) => {
    const { id: shopId } = await test.app.db.shop.create({ data: { domain: `${name}.myshopify.com` } });
    const subjects = Array.from({ length: count }, (_, index) => `${name}/${index}`);
    await test.app.wake(subjects.map((subject) => orderWork(shopId, subject)));
    return { shopId, subjects };
  };
  const names = Array.from({ length: sick }, (_, index) => `sick-${index}`);
  await Promise.all(names.map((name) => wake(name, 10)));
  return { shopify, wake };
}

describe("shops whose Shopify hangs", () => {
  it.each([2, 8, 40])(
    "%i of them leave room for another's orders",
    async (sick) => {
      const { shopify, wake } = await startShops(sick);
      await expect.poll(() => shopify.seen.length, soon).toBeGreaterThanOrEqual(Math.min(sick, reachOfOne));
      const healthy = await wake("healthy", 10);
      await waitFor(async () => (await Promise.all(healthy.subjects.map(isDone))).every(Boolean), {
        what: "the orders of the shop that is well",
        // Waiting for their answers in turn would take the forty over five minutes.
        timeoutMs: 150_000,
        describe: () => describeWork(test.app.db, healthy.shopId),
      });
    },
    200_000,
  );
});
