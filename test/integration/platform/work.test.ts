import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { ListingId, ShopId } from "#app/platform/ids.ts";
import { listDueWork, readBacklog } from "#app/platform/queue/due-work.server.ts";
import { finishWork, maxSameFailures } from "#app/platform/queue/finish-work.server.ts";
import { Lease } from "#app/platform/queue/lease.server.ts";
import { claimWork, requestReconcile } from "#app/platform/queue/work.server.ts";
import { asId } from "#test/support/as-id.ts";
import { orderWork } from "#test/support/order-work.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";

let database: TestDatabase;
let shopId: ShopId;
const leaseMs = 30_000;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.prisma.shop.deleteMany();
  shopId = (await database.prisma.shop.create({ data: { domain: "one.myshopify.com" } })).id;
});

async function request(delayMs?: number, subject = "order-1"): Promise<string> {
  const [row] = await requestReconcile(database.prisma, [{ ...orderWork(shopId, subject), delayMs }]);
  if (row === undefined) throw new Error("nothing was marked");
  return row.id;
}

async function claim(id: string, forMs = leaseMs) {
  // Due times are kept to the millisecond, so "now" may lie half of one ahead.
  await database.pool.query("select pg_sleep(0.002)");
  const claimed = await claimWork(database.prisma, id, forMs);
  if (!claimed) throw new Error("the row was not free");
  return claimed;
}

const row = (id: string) => database.prisma.work.findUniqueOrThrow({ where: { id } });
/** Moves a row's times into the past, as waiting would. */
const pass = (id: string) =>
  database.pool.query(
    `update work set next_run_at = next_run_at - interval '1 hour', lease_until = lease_until - interval '1 hour' where id = $1`,
    [id],
  );

describe("marking", () => {
  it("makes one row per thing and counts the requests", async () => {
    const id = await request();
    expect(await request()).toBe(id);
    expect(await row(id)).toMatchObject({ requestedGeneration: 2n, observedGeneration: 0n });
  });

  it("takes one request for a thing named twice at once", async () => {
    const twice = orderWork(shopId, "order-1");
    const ids = await requestReconcile(database.prisma, [
      twice,
      { ...twice, delayMs: 5000 },
      orderWork(shopId, "order-2"),
    ]);
    expect(ids).toHaveLength(2);
  });

  it("moves the due time earlier, never later", async () => {
    const id = await request(60_000);
    const late = (await row(id)).nextRunAt?.getTime() ?? 0;
    await request(1000);
    const early = (await row(id)).nextRunAt?.getTime() ?? 0;
    await request(90_000);
    expect(early).toBeLessThan(late);
    expect((await row(id)).nextRunAt?.getTime()).toBe(early);
  });

  it("survives many marking the same rows in opposite orders", async () => {
    const subjects = Array.from({ length: 20 }, (_, n) => `order-${n}`);
    const marks = subjects.map((subject) => orderWork(shopId, subject));
    await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        requestReconcile(database.prisma, n % 2 ? marks : marks.toReversed()),
      ),
    );
    expect(await database.prisma.work.count({ where: { requestedGeneration: 8n } })).toBe(20);
  });

  it("is refused by the database in a lane that there is not", async () => {
    const smuggled = database.pool.query(
      "insert into work (shop_id, kind, subject, lane) values ($1, 'order.reconcile', 'gid://shopify/Order/1', 'nowhere')",
      [shopId],
    );
    await expect(smuggled).rejects.toThrow(/work_lane_check/);
  });

  it("is part of the transaction it is in", async () => {
    const undone = database.prisma.$transaction(async (tx) => {
      await requestReconcile(tx, [orderWork(shopId, "order-1")]);
      throw new Error("rolled back");
    });
    await expect(undone).rejects.toThrow("rolled back");
    expect(await database.prisma.work.count()).toBe(0);
  });
});

describe("claiming", () => {
  it("gives a row to one of many that ask at once", async () => {
    const id = await request();
    const claims = await Promise.all(
      Array.from({ length: 8 }, () => claimWork(database.prisma, id, leaseMs)),
    );
    expect(claims.filter(Boolean)).toHaveLength(1);
  });

  it("gives nothing before the row is due", async () => {
    expect(await claimWork(database.prisma, await request(60_000), leaseMs)).toBeNull();
  });

  it("gives the row to another once the lease has run out", async () => {
    const first = await claim(await request());
    await pass(first.id);
    const second = await claim(first.id);
    expect(second.lease.token).not.toBe(first.lease.token);
  });
});

describe("a process whose clock is wrong", () => {
  afterEach(() => void vi.useRealTimers());

  it.each([-5 * 60_000, 5 * 60_000])(
    "%i ms off takes no lease that stands, and loses none",
    async (skewMs) => {
      const held = await claim(await request());
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + skewMs });
      expect(await claimWork(database.prisma, held.id, leaseMs)).toBeNull();
      expect(await held.lease.renew()).toBe(true);
      expect(await claimWork(database.prisma, await request(60_000, "later"), leaseMs)).toBeNull();
      expect(await claimWork(database.prisma, await request(0, "now"), leaseMs)).not.toBeNull();
    },
  );
});

describe("the lease", () => {
  it("lets its holder write, and renews itself", async () => {
    const held = await claim(await request());
    const before = (await row(held.id)).leaseUntil?.getTime() ?? 0;
    await held.lease.transaction((tx) =>
      tx.shop.update({ where: { id: shopId }, data: { name: "written" } }),
    );
    expect((await database.prisma.shop.findUniqueOrThrow({ where: { id: shopId } })).name).toBe("written");
    expect((await row(held.id)).leaseUntil?.getTime()).toBeGreaterThan(before);
  });

  it("stops a holder who overslept, before anything is written", async () => {
    const overslept = await claim(await request());
    await pass(overslept.id);
    const next = await claim(overslept.id);
    const late = overslept.lease.transaction((tx) =>
      tx.shop.update({ where: { id: shopId }, data: { name: "too late" } }),
    );
    await expect(late).rejects.toMatchObject({ code: "lease_lost" });
    expect((await database.prisma.shop.findUniqueOrThrow({ where: { id: shopId } })).name).toBe("");
    expect([await overslept.lease.renew(), await next.lease.renew()]).toEqual([false, true]);
    expect(await finishWork(database.prisma, overslept, { kind: "done" })).toBe("lost");
    expect(await next.lease.renew()).toBe(true);
  });

  it("is not asked for again before an effect while half of it is left", async () => {
    const held = await claim(await request());
    await database.pool.query("update work set lease_token = gen_random_uuid()");
    await held.lease.assertHeld();
    await expect(new Lease(database.prisma, held.lease).assertHeld()).rejects.toMatchObject({
      code: "lease_lost",
    });
  });

  it.each([
    ["the wall clock", Date],
    ["the clock that stands still in sleep", performance],
  ])("is asked for again before an effect once half of it has gone by, as %s tells", async (_, clock) => {
    const lost = await claim(await request(0, "lost"));
    const held = await claim(await request(0, "held"));
    await database.pool.query("update work set lease_token = gen_random_uuid() where subject like '%/lost'");
    const now = clock.now.bind(clock);
    const later = vi.spyOn(clock, "now").mockImplementation(() => now() + leaseMs / 2);
    await expect(lost.lease.assertHeld()).rejects.toMatchObject({ code: "lease_lost" });
    await held.lease.assertHeld();
    await database.pool.query("update work set lease_token = gen_random_uuid()");
    await held.lease.assertHeld();
    later.mockRestore();
  });

  it("is asked for again before an effect once its run has ended, or it was found to be lost", async () => {
    const ended = await claim(await request());
    await finishWork(database.prisma, ended, { kind: "done" });
    await expect(ended.lease.assertHeld()).rejects.toMatchObject({ code: "lease_lost" });
    const lost = await claim(await request());
    await pass(lost.id);
    expect(await lost.lease.renew()).toBe(false);
    await expect(lost.lease.assertHeld()).rejects.toMatchObject({ code: "lease_lost" });
  });

  it("is lost by running out even when nobody else has taken the row", async () => {
    const held = await claim(await request());
    await pass(held.id);
    expect(await held.lease.renew()).toBe(false);
  });
});

describe("finishing", () => {
  it("rests when all that was requested is done", async () => {
    const held = await claim(await request());
    expect(await finishWork(database.prisma, held, { kind: "done" })).toBe("idle");
    expect(await row(held.id)).toMatchObject({
      requestedGeneration: 1n,
      observedGeneration: 1n,
      nextRunAt: null,
      leaseToken: null,
    });
  });

  it("is due at once when marked while it ran, whatever came of the run", async () => {
    for (const outcome of [
      { kind: "done" },
      { kind: "requeue", afterMs: 60_000 },
      { kind: "dead", code: "x" },
    ] as const) {
      const held = await claim(await request());
      await request();
      expect(await finishWork(database.prisma, held, outcome)).toBe("due");
      expect(await claimWork(database.prisma, held.id, leaseMs)).not.toBeNull();
      await database.prisma.work.deleteMany();
    }
  });

  it("waits its time before it comes again", async () => {
    const held = await claim(await request());
    expect(await finishWork(database.prisma, held, { kind: "requeue", afterMs: 60_000 })).toBe("waiting");
    expect(await row(held.id)).toMatchObject({ observedGeneration: 0n, attempts: 0, lastError: null });
    expect(await claimWork(database.prisma, held.id, leaseMs)).toBeNull();
  });

  it.each([
    { kind: "done", restMs: 60_000 } as const,
    { kind: "requeue", afterMs: 60_000, restMs: 60_000 } as const,
    { kind: "retry", code: "unavailable", delayMs: 1, restMs: 60_000 } as const,
    { kind: "failed", code: "bug", delayMs: 1, restMs: 60_000 } as const,
  ])("with a rest makes all that is marked meanwhile and later wait for its end ($kind)", async (outcome) => {
    const held = await claim(await request());
    await request();
    expect(await finishWork(database.prisma, held, outcome)).toBe("waiting");
    const due = (await row(held.id)).nextRunAt?.getTime() ?? 0;
    await request();
    expect((await row(held.id)).nextRunAt?.getTime()).toBe(due);
    expect(due - Date.now()).toBeGreaterThan(50_000);
  });

  it("with a rest and nothing left is idle, and due at the end of the rest once it is marked", async () => {
    const held = await claim(await request());
    expect(await finishWork(database.prisma, held, { kind: "done", restMs: 60_000 })).toBe("idle");
    expect(await row(held.id)).toMatchObject({ nextRunAt: null, observedGeneration: 1n });
    await request();
    const { nextRunAt, restsUntil } = await row(held.id);
    expect(restsUntil).not.toBeNull();
    expect(nextRunAt).toEqual(restsUntil);
    expect(await claimWork(database.prisma, held.id, leaseMs)).toBeNull();
  });

  it("with a rest puts off nothing that is due, and the next run ends it", async () => {
    const held = await claim(await request());
    await finishWork(database.prisma, held, { kind: "done", restMs: 60_000 });
    await request();
    await pass(held.id);
    await request();
    const next = await claim(held.id);
    await finishWork(database.prisma, next, { kind: "done" });
    await request();
    expect((await claim(held.id)).requestedGeneration).toBe(4n);
  });

  it("gives up after five failures with one code, and a mark revives it", async () => {
    const id = await request();
    const seen: string[] = [];
    for (let attempt = 1; attempt <= maxSameFailures; attempt += 1) {
      const held = await claim(id);
      expect(held.attempts).toBe(attempt - 1);
      seen.push(await finishWork(database.prisma, held, { kind: "failed", code: "bug", delayMs: 0 }));
    }
    expect(seen).toEqual(["waiting", "waiting", "waiting", "waiting", "dead"]);
    expect(await claimWork(database.prisma, id, leaseMs)).toBeNull();
    expect(await listDueWork(database.prisma, 10)).toEqual([]);
    await request();
    expect((await claim(id)).attempts).toBe(0);
  });

  it("counts anew when the code changes, and never gives up on what passes", async () => {
    const id = await request();
    for (const code of ["a", "a", "b"]) {
      await finishWork(database.prisma, await claim(id), { kind: "failed", code, delayMs: 0 });
    }
    expect(await row(id)).toMatchObject({ attempts: 1, lastError: "b" });
    for (let attempt = 0; attempt < 2 * maxSameFailures; attempt += 1) {
      const held = await claim(id);
      expect(await finishWork(database.prisma, held, { kind: "retry", code: "timeout", delayMs: 0 })).toBe(
        "waiting",
      );
    }
    expect(await row(id)).toMatchObject({ attempts: 10, deadAt: null });
  });
});

describe("what is due", () => {
  it("is listed of each lane, however much waits in another", async () => {
    const bulk = Array.from(
      { length: 5 },
      () =>
        ({ shopId, kind: "listing.import", subject: { listingId: asId<ListingId>(randomUUID()) } }) as const,
    );
    await requestReconcile(database.prisma, bulk);
    const [stock] = await requestReconcile(database.prisma, [
      { shopId, kind: "inventory.push", subject: { mode: "live" }, delayMs: 0 },
    ]);
    const due = await listDueWork(database.prisma, 3);
    expect(due.map(({ lane }) => lane).toSorted()).toEqual(["bulk", "bulk", "bulk", "stock"]);
    expect(due.map(({ id }) => id)).toContain(stock?.id);
  });

  it("is listed of the shops in turn", async () => {
    const other = (await database.prisma.shop.create({ data: { domain: "two.myshopify.com" } })).id;
    for (let index = 0; index < 5; index += 1) await request(0, `many-${index}`);
    await requestReconcile(database.prisma, [orderWork(other, "few")]);
    const due = await listDueWork(database.prisma, 3);
    expect(due.map(({ shopId: whose }) => whose === other)).toEqual([false, true, false]);
  });

  it("lists free rows, the longest waiting first", async () => {
    const [running, resting, old, fresh] = [
      await request(0, "a"),
      await request(60_000, "b"),
      await request(0, "c"),
      await request(0, "d"),
    ];
    await claim(running);
    await database.pool.query("update work set next_run_at = now() - interval '90 seconds' where id = $1", [
      old,
    ]);
    expect((await listDueWork(database.prisma, 10)).map((due) => due.id)).toEqual([old, fresh]);
    expect(resting).toBeDefined();
    const [backlog] = await readBacklog(database.prisma);
    expect(backlog).toMatchObject({ lane: "orders", rows: 2 });
    expect(backlog?.oldestSeconds).toBeGreaterThanOrEqual(90);
  });
});
