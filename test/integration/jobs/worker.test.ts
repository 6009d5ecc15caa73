import pg from "pg";
import { afterEach, describe, expect, it } from "vitest";
import type { App } from "#app/app.server.ts";
import type { WorkHandler } from "#app/jobs/handlers.ts";
import { laneConcurrency } from "#app/jobs/lanes.ts";
import { onDeadWork } from "#app/jobs/work-handlers.server.ts";
import { startWorker } from "#app/jobs/worker.server.ts";
import { AppError } from "#app/platform/errors.ts";
import type { FulfillmentOrderGid, ShopId } from "#app/platform/ids.ts";
import { requestReconcile } from "#app/platform/queue/work.server.ts";
import { idleHandlers, startTestApp, type TestApp } from "#test/support/app.ts";
import { asId } from "#test/support/as-id.ts";
import { nameOf, orderGid, orderWork } from "#test/support/order-work.ts";

let test: TestApp;
afterEach(() => test.close());

async function start(
  order: WorkHandler<App, "order.reconcile">,
  env: Record<string, string> = {},
): Promise<ShopId> {
  test = await startTestApp({ handlers: { ...idleHandlers, "order.reconcile": order }, env });
  return (await test.app.db.shop.create({ data: { domain: "one.myshopify.com" } })).id;
}

const soon = { interval: 20 };
const rows = () => test.app.db.work.findMany({ orderBy: { subject: "asc" } });

/**
 * Dropping the queue locks its tables one after the other, BullMQ's functions several of them in another order: whichever
 * of the two PostgreSQL ends has done nothing, and may be repeated.
 */
async function queryThroughDeadlocks(pool: pg.Pool, statement: string): Promise<void> {
  for (;;) {
    const deadlock = await pool.query(statement).then(
      () => null,
      (error: unknown) => error,
    );
    if (deadlock === null) return;
    if (!(deadlock instanceof pg.DatabaseError) || deadlock.code !== "40P01") throw deadlock;
  }
}

describe("the worker", () => {
  it("runs requested work at its notification, without waiting for the sweeper's second", async () => {
    const ran: string[] = [];
    const shopId = await start(async (_app, claim) => {
      ran.push(nameOf(claim.subject));
      return { kind: "done" };
    });
    const startedAt = performance.now();
    const subjects = Array.from({ length: 20 }, (_, index) => `order-${index}`);
    for (const subject of subjects) {
      await test.app.wake([orderWork(shopId, subject)]);
      await expect.poll(() => ran.at(-1), soon).toBe(subject);
    }
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    await expect
      .poll(async () => (await rows()).every(({ observedGeneration }) => observedGeneration === 1n), soon)
      .toBe(true);
  });

  it("runs one order in one place at a time, and again for what came meanwhile", async () => {
    let running = 0;
    let most = 0;
    let runs = 0;
    const shopId = await start(async (app, claim) => {
      running += 1;
      most = Math.max(most, running);
      runs += 1;
      if (runs === 1) await Promise.all([1, 2, 3].map(() => app.wake([orderWork(claim.shopId, "order-1")])));
      running -= 1;
      return { kind: "done" };
    });
    await test.app.wake([orderWork(shopId, "order-1")]);
    await expect
      .poll(async () => (await rows())[0], soon)
      .toMatchObject({ requestedGeneration: 4n, observedGeneration: 4n, nextRunAt: null });
    expect([most, runs]).toEqual([1, 2]);
  });

  it("runs a row a few times in a row at most, then lets the others of its lane have their turn", async () => {
    const runs = new Map<string, number>();
    let greedyBefore = 0;
    const shopId = await start(async (app, claim) => {
      const subject = nameOf(claim.subject);
      const run = (runs.get(subject) ?? 0) + 1;
      runs.set(subject, run);
      if (subject === "modest") greedyBefore = Math.max(...greedy.map((name) => runs.get(name) ?? 0));
      const isGreedy = subject !== "modest" && run < 30;
      if (isGreedy) await app.wake([orderWork(claim.shopId, subject)]);
      return { kind: "done" };
    });
    const greedy = Array.from({ length: laneConcurrency.orders }, (_, index) => `greedy-${index}`);
    await test.app.wake(greedy.map((subject) => orderWork(shopId, subject)));
    await expect.poll(() => runs.size, soon).toBe(greedy.length);
    const before = Math.max(...runs.values());
    await test.app.wake([orderWork(shopId, "modest")]);
    await expect.poll(() => runs.get("modest"), soon).toBe(1);
    expect(greedyBefore - before).toBeLessThan(15);
    const least = () => [...runs.values()].toSorted((a, b) => a - b).at(1);
    await expect.poll(least, soon).toBe(30);
  });

  it("takes what is requested by reports alone after the rest of its lane", async () => {
    test = await startTestApp();
    const { app } = test;
    const { id: shopId } = await app.db.shop.create({ data: { domain: "one.myshopify.com" } });
    const subjects = [...Array.from({ length: 50 }, (_, index) => `report-${index}`), "order"];
    const marks = subjects.map((subject) => orderWork(shopId, subject));
    const marked = await requestReconcile(app.db, marks, { notifyFollows: true });
    const { id: orderId } = await app.db.work.findFirstOrThrow({ where: { subject: orderGid("order") } });
    await app.notify(marked.filter(({ id }) => id !== orderId).map((row) => ({ ...row, isReport: true })));
    await app.notify(marked.filter(({ id }) => id === orderId));
    const ran: string[] = [];
    const order: WorkHandler<App> = async (_app, { subject }) => {
      ran.push(nameOf(subject));
      return { kind: "done" };
    };
    const worker = await startWorker(app, { handlers: { ...idleHandlers, "order.reconcile": order } });
    await expect.poll(() => ran.length, soon).toBe(subjects.length);
    await worker.stop();
    expect(ran.indexOf("order")).toBeLessThan(laneConcurrency.orders);
  });

  it("goes on in the same job with the row a run has found, if that is of its lane", async () => {
    const ran: string[] = [];
    const run: WorkHandler<App> = async (app, { shopId, kind, lane }) => {
      ran.push(kind);
      if (kind !== "fulfillmentOrder.resolve") return { kind: "done" };
      const elsewhere = { shopId, kind: "inventory.push", subject: { mode: "live" }, delayMs: 0 } as const;
      const marks = [orderWork(shopId, "found"), elsewhere];
      expect(lane).toBe("orders");
      return { kind: "done", next: await requestReconcile(app.db, marks, { notifyFollows: true }) };
    };
    const handlers = { ...idleHandlers, "fulfillmentOrder.resolve": run, "order.reconcile": run };
    test = await startTestApp({ handlers: { ...handlers, "inventory.push": run } });
    const { id: shopId } = await test.app.db.shop.create({ data: { domain: "one.myshopify.com" } });
    const asked = asId<FulfillmentOrderGid>("gid://shopify/FulfillmentOrder/1");
    await test.app.wake([
      { shopId, kind: "fulfillmentOrder.resolve", subject: { fulfillmentOrderGid: asked } },
    ]);
    await expect
      .poll(async () => (await rows()).map(({ observedGeneration }) => observedGeneration), soon)
      .toEqual([1n, 1n, 1n]);
    expect(ran).toEqual(["fulfillmentOrder.resolve", "order.reconcile", "inventory.push"]);
    const { rows: added } = await test.database.pool.query<{ queue: string }>(
      "select queue from bullmq.event where event = 'added' order by queue",
    );
    expect(added.map(({ queue }) => queue)).toEqual(["work-orders", "work-stock"]);
  });

  it.each([
    ["emptied", "delete from bullmq.job"],
    ["dropped with its tables", "drop schema bullmq cascade"],
  ])("loses nothing when the queue is %s under it", async (_how, statement) => {
    const ran: string[] = [];
    const shopId = await start(async (_app, claim) => {
      ran.push(nameOf(claim.subject));
      return { kind: "done" };
    });
    await test.database.prisma.work.create({
      data: { shopId, kind: "order.reconcile", subject: orderGid("never notified") },
    });
    await queryThroughDeadlocks(test.database.pool, statement);
    await expect.poll(() => ran, soon).toContain("never notified");
  });

  it("comes back for what failed in passing, after the time it was told", async () => {
    const shopId = await start(async () => {
      throw new AppError("rate_limited", "Too many calls", { retryable: true, retryAfterMs: 3_600_000 });
    });
    await test.app.wake([orderWork(shopId, "order-1")]);
    await expect.poll(async () => (await rows())[0]?.lastError, soon).toBe("rate_limited");
    const [row] = await rows();
    expect(row?.deadAt).toBeNull();
    expect((row?.nextRunAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(3_500_000);
  });

  it("writes a bug down and leaves other work alone", async () => {
    const shopId = await start(async (_app, claim) => {
      if (nameOf(claim.subject) === "failing") throw new TypeError("a bug");
      return { kind: "done" };
    });
    await test.app.wake([orderWork(shopId, "failing"), orderWork(shopId, "sound")]);
    await expect
      .poll(async () => (await rows()).map((row) => [row.lastError, row.observedGeneration]), soon)
      .toEqual([
        ["bug", 0n],
        [null, 1n],
      ]);
  });

  it("tells of work it gave up, once", async () => {
    const recorded: string[] = [];
    test = await startTestApp({
      handlers: {
        ...idleHandlers,
        "order.reconcile": async () => {
          throw new AppError("not_found", "Gone", { retryable: false, retryAfterMs: 1 });
        },
      },
      onDead: async (_app, _tx, claim, code) => void recorded.push(`${nameOf(claim.subject)} ${code}`),
    });
    const shop = await test.app.db.shop.create({ data: { domain: "one.myshopify.com" } });
    await test.app.wake([orderWork(shop.id, "order-1")]);
    await expect.poll(() => recorded, soon).toEqual(["order-1 not_found"]);
    await expect.poll(async () => (await rows())[0]?.deadAt, soon).toBeInstanceOf(Date);
  });

  it("writes the end of a run again when the database is lost under it, and runs nothing twice for that", async () => {
    let runs = 0;
    let endings = 0;
    test = await startTestApp({
      handlers: {
        ...idleHandlers,
        "order.reconcile": async () => {
          runs += 1;
          throw new AppError("not_found", "Gone", { retryable: false, retryAfterMs: 1 });
        },
      },
      onDead: async (_app, tx) => {
        endings += 1;
        if (endings === 1) await tx.$queryRaw`select pg_terminate_backend(pg_backend_pid())`;
      },
    });
    const shop = await test.app.db.shop.create({ data: { domain: "one.myshopify.com" } });
    await test.app.wake([orderWork(shop.id, "order-1")]);
    await expect.poll(async () => (await rows())[0]?.deadAt, soon).toBeInstanceOf(Date);
    expect([runs, endings, (await rows())[0]?.unfinishedRuns]).toEqual([5, 2, 0]);
  });

  it("gives nothing up that it could not tell of: a crash in between leaves both undone", async () => {
    let tells = 0;
    test = await startTestApp({
      handlers: {
        ...idleHandlers,
        "order.reconcile": async () => {
          throw new AppError("not_found", "Gone", { retryable: false, retryAfterMs: 1 });
        },
      },
      onDead: async () => {
        tells += 1;
        throw new AppError("database_gone", "The row could not be written", { retryable: true });
      },
      env: { WORK_LEASE_MS: "1000" },
    });
    const shop = await test.app.db.shop.create({ data: { domain: "one.myshopify.com" } });
    await test.app.wake([orderWork(shop.id, "order-1")]);
    await expect.poll(() => tells, soon).toBeGreaterThan(0);
    expect((await rows())[0]?.deadAt).toBeNull();
  });

  it("does not run a row under which five processes died, and tells why", async () => {
    const ran: string[] = [];
    const recorded: string[] = [];
    test = await startTestApp({
      handlers: {
        ...idleHandlers,
        "order.reconcile": async (_app, { subject }) => {
          ran.push(nameOf(subject));
          return { kind: "done" };
        },
      },
      onDead: async (_app, _tx, claim, code) => void recorded.push(`${nameOf(claim.subject)} ${code}`),
    });
    const shop = await test.app.db.shop.create({ data: { domain: "one.myshopify.com" } });
    const row = { shopId: shop.id, kind: "order.reconcile", lane: "orders" as const };
    const work = { create: test.app.db.work.create };
    await work.create({ data: { ...row, subject: orderGid("left unfinished"), unfinishedRuns: 5 } });
    await work.create({ data: { ...row, subject: orderGid("unlucky"), unfinishedRuns: 4 } });
    await expect
      .poll(() => [...ran, ...recorded].toSorted(), soon)
      .toEqual(["left unfinished process_died", "unlucky"]);
    expect((await rows()).map(({ deadAt, unfinishedRuns }) => [deadAt !== null, unfinishedRuns])).toEqual([
      [true, 0],
      [false, 0],
    ]);
    await test.app.wake([orderWork(shop.id, "left unfinished")]);
    await expect.poll(() => ran.toSorted(), soon).toEqual(["left unfinished", "unlucky"]);
    await expect.poll(() => recorded, soon).toEqual(["left unfinished process_died", "left unfinished null"]);
  });

  it("says that work of the shop itself stopped, comes back each hour, and says when it is over", async () => {
    let isBroken = true;
    test = await startTestApp({
      handlers: {
        ...idleHandlers,
        "fulfillmentOrder.resolve": async () => {
          if (isBroken) throw new AppError("not_found", "Gone", { retryable: false, retryAfterMs: 1 });
          return { kind: "done" };
        },
      },
      onDead: onDeadWork,
    });
    const { db } = test.app;
    const shop = await db.shop.create({ data: { domain: "one.myshopify.com" } });
    const subject = { fulfillmentOrderGid: asId<FulfillmentOrderGid>("gid://shopify/FulfillmentOrder/1") };
    const work = { shopId: shop.id, kind: "fulfillmentOrder.resolve", subject } as const;
    await test.app.wake([work]);
    const recorded = () => db.attention.findFirst({ where: { code: "work_dead", thing: "shop" } });
    await expect.poll(async () => (await recorded())?.resolvedAt, soon).toBeNull();
    const [row] = await rows();
    expect(row?.deadAt).toBeNull();
    expect((row?.nextRunAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(3_000_000);
    isBroken = false;
    await test.app.wake([work]);
    await expect.poll(async () => (await recorded())?.resolvedAt, soon).toBeInstanceOf(Date);
  });

  it("keeps the lease of work that takes longer than it", async () => {
    let runs = 0;
    const shopId = await start(
      async (app, claim) => {
        runs += 1;
        const lease = async () =>
          (await app.db.work.findUniqueOrThrow({ where: { id: claim.id } })).leaseUntil?.getTime() ?? 0;
        const first = await lease();
        await expect.poll(async () => (await lease()) - first, { timeout: 10_000 }).toBeGreaterThan(1500);
        return { kind: "done" };
      },
      { WORK_LEASE_MS: "1000" },
    );
    await test.app.wake([orderWork(shopId, "order-1")]);
    await expect.poll(async () => (await rows())[0]?.observedGeneration, soon).toBe(1n);
    expect(runs).toBe(1);
  });

  it("holds two pools: ours and the queue's", async () => {
    const shopId = await start(async () => ({ kind: "done" }));
    await test.app.wake([orderWork(shopId, "order-1")]);
    await expect.poll(async () => (await rows())[0]?.observedGeneration, soon).toBe(1n);
    const { rows: sessions } = await test.database.pool.query<{ kind: string }>(
      `select distinct split_part(regexp_replace(application_name, '^work-.*', 'karwan-queue'), ':', 1) as kind
       from pg_stat_activity where datname = current_database() order by 1`,
    );
    expect(sessions.map((session) => session.kind)).toEqual(["karwan", "karwan-queue"]);
  });
});
