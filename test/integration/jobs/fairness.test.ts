import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import type { App } from "#app/app.server.ts";
import type { WorkHandler } from "#app/jobs/handlers.ts";
import { mostOfOneShop } from "#app/jobs/lanes.ts";
import { type ShopId, toMappingId } from "#app/platform/ids.ts";
import { requestReconcile } from "#app/platform/queue/work.server.ts";
import { idleHandlers, startTestApp, type TestApp } from "#test/support/app.ts";
import { asId } from "#test/support/as-id.ts";
import { orderWork } from "#test/support/order-work.ts";

let test: TestApp;
let release: () => void = () => undefined;
afterEach(async () => {
  release();
  await test.close();
});

const NOBODY = asId<ShopId>("");
const soon = { interval: 20 };

/** By whom each run was, in turn. */
async function start(run: (app: App) => Promise<unknown>, shops: number) {
  const ran: string[] = [];
  const handler: WorkHandler<App> = async (app, { shopId }) => {
    ran.push(shopId);
    await run(app);
    return { kind: "done" };
  };
  test = await startTestApp({
    handlers: {
      ...idleHandlers,
      "order.reconcile": handler,
      "mapping.reconcile": handler,
      "sweep.run": handler,
    },
  });
  const created = await Promise.all(
    Array.from({ length: shops }, (_, index) =>
      test.app.db.shop.create({ data: { domain: `shop-${index}.myshopify.com` } }),
    ),
  );
  return { ran, shopIds: created.map(({ id }) => id) };
}

const ordersOf = (shopId: ShopId, count: number) =>
  Array.from({ length: count }, (_, index) => orderWork(shopId, `order-${index}`));

const tenMs = (app: App) => app.db.$queryRaw`select pg_sleep(0.01)::text`;

describe("a lane shared by shops", () => {
  it.each([
    ["one shop has", 1, 1500],
    ["each of thirty shops has", 30, 50],
  ])("gives a shop its turn where %s many rows waiting before it", async (_, floods, rows) => {
    // What runs at first waits until all is marked: else much of it is done before anything is measured.
    const isMarked = new Promise<void>((settle) => {
      release = settle;
    });
    const { ran, shopIds } = await start((app) => isMarked.then(() => tenMs(app)), floods + 1);
    const last = shopIds.at(-1) ?? NOBODY;
    for (const shopId of shopIds.slice(0, -1)) await test.app.wake(ordersOf(shopId, rows));
    release();
    await expect.poll(() => ran.length, soon).toBeGreaterThan(100);
    const before = ran.length;
    await test.app.wake(ordersOf(last, 1));
    await expect.poll(() => ran.includes(last), soon).toBe(true);
    expect(ran.indexOf(last) - before).toBeLessThan(100);
    // Where it came in the order, however much had run by the time this looked.
    expect(ran.indexOf(last)).toBeLessThan(floods * rows);
  });

  it("keeps half of its places from a shop whose runs hang", async () => {
    const hanging = new Promise<void>((settle) => {
      release = settle;
    });
    let held = "";
    const { ran, shopIds } = await start(() => (ran.at(-1) === held ? hanging : Promise.resolve()), 2);
    const [slow = NOBODY, other = NOBODY] = shopIds;
    held = slow;
    await test.app.wake(ordersOf(slow, 40));
    await expect.poll(() => ran.length, soon).toBeGreaterThan(0);
    await test.app.wake(ordersOf(other, 20));
    await expect.poll(() => ran.filter((shopId) => shopId === other).length, soon).toBe(20);
    expect(ran.filter((shopId) => shopId === slow).length).toBeLessThanOrEqual(mostOfOneShop("orders"));
  });

  it("comes back to a shop that had more than its share, and leaves nothing behind", async () => {
    const { ran, shopIds } = await start(tenMs, 2);
    const [many = NOBODY, few = NOBODY] = shopIds;
    await test.app.wake(ordersOf(many, 300));
    await test.app.wake(ordersOf(few, 30));
    await expect.poll(() => ran.length, soon).toBe(330);
    const left = () =>
      test.app.db.work.count({ where: { OR: [{ leaseToken: { not: null } }, { observedGeneration: 0n }] } });
    await expect.poll(left, soon).toBe(0);
    expect(ran).toHaveLength(330);
  });

  it("runs what the queue never heard of in turn as well", async () => {
    const { ran, shopIds } = await start(tenMs, 3);
    const marks = shopIds.flatMap((shopId) => ordersOf(shopId, 60));
    await requestReconcile(test.app.db, marks);
    await expect.poll(() => ran.length, soon).toBe(marks.length);
    const first = ran.slice(0, 60);
    for (const shopId of shopIds) expect(first.filter((each) => each === shopId).length).toBeGreaterThan(10);
  });

  it("runs a sweep while bulk work hangs", async () => {
    const hanging = new Promise<void>((settle) => {
      release = settle;
    });
    let last = NOBODY;
    const { ran, shopIds } = await start(() => (ran.at(-1) === last ? Promise.resolve() : hanging), 3);
    last = shopIds[2] ?? NOBODY;
    const mappings = shopIds
      .slice(0, 2)
      .flatMap((shopId) =>
        [randomUUID(), randomUUID()]
          .map(toMappingId)
          .map((mappingId) => ({ shopId, kind: "mapping.reconcile", subject: { mappingId } }) as const),
      );
    await test.app.wake(mappings);
    await expect.poll(() => ran.length, soon).toBeGreaterThan(1);
    const subject = { sweep: "requests", mode: "" } as const;
    await test.app.wake([{ shopId: last, kind: "sweep.run", subject }]);
    await expect.poll(() => ran, soon).toContain(last);
  });
});
