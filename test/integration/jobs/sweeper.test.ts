import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Sweeper, startSweeper } from "#app/jobs/sweeper.server.ts";
import { finishWork } from "#app/platform/finish-work.server.ts";
import { createMetrics } from "#app/platform/metrics.server.ts";
import { claimWork, markDirty } from "#app/platform/work.server.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";

let database: TestDatabase;
let shopId = "";
let sweeper: Sweeper | null = null;
let rung: string[] = [];
let errors: unknown[] = [];
let reports: string[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
  shopId = (await database.prisma.shop.create({ data: { domain: "one.myshopify.com" } })).id;
  rung = [];
  errors = [];
  reports = [];
});
afterEach(async () => {
  await sweeper?.stop();
  sweeper = null;
  await database.drop();
  expect(errors).toEqual([]);
});

/** Sweeps over a queue that takes nothing, in which `waiting` rings of each lane are said to wait. */
function sweep(waiting: number): void {
  sweeper = startSweeper({
    db: database.prisma,
    metrics: createMetrics(),
    reportError: (error) => String(errors.push(error)),
    ring: async (work) => {
      const subjects = await database.prisma.work.findMany({
        where: { id: { in: work.map(({ id }) => id) } },
        select: { subject: true },
      });
      rung.push(...subjects.map(({ subject }) => subject));
      const later = work.filter(({ isReport }) => isReport).map(({ id }) => id);
      reports.push(...later);
    },
    countRings: async () => waiting,
    env: { SWEEP_INTERVAL_SCALE: 1 },
  });
}

async function mark(subject: string, ringFollows = true, delayMs = 0): Promise<string> {
  const [row] = await markDirty(database.prisma, [{ shopId, kind: "order", subject, delayMs }], {
    ringFollows,
  });
  if (!row) throw new Error("nothing was marked");
  return row.id;
}

/** Moves all times of a row into the past, as waiting would. */
const age = (id: string, seconds: number) =>
  database.pool.query(
    `update work set next_run_at = next_run_at - $2::float8 * interval '1 second',
       rung_at = rung_at - $2::float8 * interval '1 second',
       lease_until = lease_until - $2::float8 * interval '1 second' where id = $1`,
    [id, seconds],
  );

/** Becomes due after everything else here, so that whoever is rung by then was rung before. */
const untilLast = async (ms: number) => {
  await mark("last", false, ms);
  await expect.poll(() => rung, { timeout: 10_000, interval: 20 }).toContain("last");
};

describe("the sweeper", () => {
  it("rings at once, and once, what nobody rang", async () => {
    await mark("put off", true, 100);
    await mark("marked without a ring", false);
    const again = await mark("to come again");
    const held = await claimWork(database.prisma, again, 30_000);
    if (held) await finishWork(database.prisma, held, { kind: "again", delayMs: 0 });
    await age(again, 0.1);
    const died = await mark("left by a worker that died");
    await claimWork(database.prisma, died, 100);
    await age(died, 0.2);
    sweep(1000);
    await untilLast(1500);
    const all = ["put off", "marked without a ring", "to come again", "left by a worker that died", "last"];
    expect(rung.toSorted()).toEqual(all.toSorted());
  });

  it("leaves what was rung a moment ago to that ring", async () => {
    await mark("rung");
    sweep(0);
    await untilLast(1200);
    expect(rung).toEqual(["last"]);
  });

  it.each([
    ["none waits any more", 0, ["last", "rung 16 s ago", "rung 4 s ago"]],
    ["others wait with it", 1, ["last", "rung 16 s ago"]],
  ])("makes up for rings that were lost, where %s", async (_, waiting, expected) => {
    await age(await mark("rung 4 s ago"), 4);
    await age(await mark("rung 16 s ago"), 16);
    sweep(waiting);
    await untilLast(1200);
    expect(rung.toSorted()).toEqual(expected);
  });

  it("lets a report go behind others until it has waited for a minute", async () => {
    const fresh = await mark("fresh", false);
    const [behind, old] = [await mark("behind others"), await mark("old")];
    await database.pool.query("update work set wanted = 2, done = 1, reports = 1 where id = any($1)", [
      [fresh, behind, old],
    ]);
    await age(behind, 16);
    await age(old, 61);
    sweep(1);
    await untilLast(50);
    expect(rung.toSorted()).toEqual(["fresh", "last", "old"]);
    expect(reports).toEqual([fresh]);
  });

  it("gives its own rings as long as those of others", async () => {
    await mark("put off", true, 50);
    sweep(0);
    await expect.poll(() => rung.length, { timeout: 10_000, interval: 20 }).toBe(2);
    expect(rung).toEqual(["put off", "put off"]);
  });
});
