import { afterEach, describe, expect, it } from "vitest";
import { onDeadWork } from "#app/jobs/work-handlers.server.ts";
import { startWorker } from "#app/jobs/worker.server.ts";
import type { LogEntry } from "#app/platform/observability/log.server.ts";
import { idleHandlers, startTestApp, type TestApp } from "#test/support/app.ts";
import { orderWork } from "#test/support/order-work.ts";

let test: TestApp;
afterEach(() => test.close());

const soon = { interval: 20 };

async function addRow(kind: string, subject: string): Promise<string> {
  const shop = await test.app.db.shop.create({ data: { domain: "one.myshopify.com" } });
  return (await test.app.db.work.create({ data: { shopId: shop.id, kind, subject } })).id;
}
const rowOf = (id: string) => test.app.db.work.findUniqueOrThrow({ where: { id } });

describe("work whose subject is none of its kind", () => {
  it.each(["order.reconcile", "listing.import", "sweep.run"])(
    "is given up at once, and a person can read of it: %s",
    async (kind) => {
      test = await startTestApp({ handlers: idleHandlers, onDead: onDeadWork });
      const id = await addRow(kind, "gid://shopify/Product/7");
      await expect.poll(async () => (await rowOf(id)).deadAt, soon).toBeInstanceOf(Date);
      expect(await rowOf(id)).toMatchObject({
        lastError: "unknown_subject",
        attempts: 1,
        observedGeneration: 0n,
      });
      const [issue] = await test.app.db.attention.findMany();
      expect(issue).toMatchObject({
        code: "work_dead",
        thing: "shop",
        resolvedAt: null,
        params: { because: "unknown_subject", retry: "on_request" },
      });
      expect(await test.app.db.order.count()).toBe(0);
    },
  );
});

const NEW_KIND = "orders.reconcileOpen";

/** The table of a version from before a kind was made. */
function olderHandlers() {
  const handlers = { ...idleHandlers };
  Reflect.deleteProperty(handlers, NEW_KIND);
  return handlers;
}

/** A worker of the older version, and the kinds that its log warns of. */
async function startOlderVersion() {
  const warned: LogEntry[] = [];
  test = await startTestApp();
  const log = { ...test.app.log, warn: (entry: LogEntry) => void warned.push(entry) };
  const worker = await startWorker({ ...test.app, log }, { handlers: olderHandlers() });
  const unknownKinds = () => warned.filter(({ event }) => event === "work_kind_unknown");
  return { worker, unknownKinds };
}

const gauge = async () => (await test.app.metrics.unknownKindWork.get()).values;

describe("work of a kind that this version does not know", () => {
  it("stays unclaimed and is told of, until a version runs that knows it", async () => {
    const { worker, unknownKinds } = await startOlderVersion();
    const { id: shopId } = await test.app.db.shop.create({ data: { domain: "one.myshopify.com" } });
    const unknown = { shopId, kind: NEW_KIND, subject: "shop" } as const;
    const isDone = async (kind: string) =>
      (await test.app.db.work.findFirstOrThrow({ where: { kind } })).observedGeneration === 1n;
    try {
      // In one lane with an order, whose turn must come all the same.
      await test.app.db.work.create({ data: { ...unknown, lane: "orders" } });
      await test.app.wake([unknown, orderWork(shopId, "known")]);
      await expect.poll(() => isDone("order.reconcile"), soon).toBe(true);
      await expect.poll(gauge, soon).toEqual([{ labels: { kind: NEW_KIND }, value: 1 }]);
      const looks = test.app.metrics.sweeperRanAt;
      const { values } = await looks.get();
      await expect.poll(async () => (await looks.get()).values, soon).not.toEqual(values);
      expect(unknownKinds()).toEqual([{ event: "work_kind_unknown", kind: NEW_KIND }]);
      const row = await test.app.db.work.findFirstOrThrow({ where: { kind: NEW_KIND } });
      expect(row).toMatchObject({
        observedGeneration: 0n,
        unfinishedRuns: 0,
        leaseToken: null,
        deadAt: null,
        lastError: null,
      });
    } finally {
      await worker.stop();
    }
    const newer = await startWorker(test.app, { handlers: idleHandlers });
    await expect
      .poll(
        async () =>
          (await test.app.db.work.findFirstOrThrow({ where: { kind: NEW_KIND } })).observedGeneration,
        soon,
      )
      .toBe(2n);
    await expect.poll(gauge, soon).toEqual([]);
    await newer.stop();
  });
});
