import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Sweeper, startSweeper } from "#app/jobs/sweeper.server.ts";
import type { ShopId } from "#app/platform/ids.ts";
import { createMetrics } from "#app/platform/observability/metrics.server.ts";
import { finishWork } from "#app/platform/queue/finish-work.server.ts";
import { claimWork, type DueWork, requestReconcile } from "#app/platform/queue/work.server.ts";
import { knownKinds } from "#app/platform/queue/work-kinds.ts";
import { nameOf, orderWork } from "#test/support/order-work.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";

let database: TestDatabase;
let shopId: ShopId;
let sweeper: Sweeper | null = null;
let notified: string[] = [];
let errors: unknown[] = [];
let reports: string[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
  shopId = (await database.prisma.shop.create({ data: { domain: "one.myshopify.com" } })).id;
  notified = [];
  errors = [];
  reports = [];
});
afterEach(async () => {
  await sweeper?.stop();
  sweeper = null;
  await database.drop();
  expect(errors).toEqual([]);
});

/** Sweeps over a queue that takes nothing, in which `waiting` notifications of each lane are said to wait. */
function sweep(waiting: number): void {
  const deps = {
    db: database.prisma,
    log: { warn: () => undefined },
    metrics: createMetrics(),
    reportError: (error: unknown) => String(errors.push(error)),
    notify: async (work: readonly DueWork[]) => {
      const subjects = await database.prisma.work.findMany({
        where: { id: { in: work.map(({ id }) => id) } },
        select: { subject: true },
      });
      notified.push(...subjects.map(({ subject }) => nameOf(subject)));
      const later = work.filter(({ isReport }) => isReport).map(({ id }) => id);
      reports.push(...later);
    },
    countPendingNotifications: async () => waiting,
    env: { SWEEP_INTERVAL_SCALE: 1 },
  };
  sweeper = startSweeper(deps, knownKinds);
}

async function request(subject: string, notifyFollows = true, delayMs = 0): Promise<string> {
  const [row] = await requestReconcile(database.prisma, [{ ...orderWork(shopId, subject), delayMs }], {
    notifyFollows,
  });
  if (!row) throw new Error("nothing was marked");
  return row.id;
}

/** Moves all times of a row into the past, as waiting would. */
const age = (id: string, seconds: number) =>
  database.pool.query(
    `update work set next_run_at = next_run_at - $2::float8 * interval '1 second',
       notified_at = notified_at - $2::float8 * interval '1 second',
       lease_until = lease_until - $2::float8 * interval '1 second' where id = $1`,
    [id, seconds],
  );

/** Becomes due after everything else here, so that whatever is sent by then was sent before. */
const untilLast = async (ms: number) => {
  await request("last", false, ms);
  await expect.poll(() => notified, { interval: 20 }).toContain("last");
};

describe("the sweeper", () => {
  it("notifies at once, and once, of what nobody notified of", async () => {
    await request("put off", true, 100);
    await request("requested without a notification", false);
    const again = await request("to come again");
    const held = await claimWork(database.prisma, again, 30_000);
    if (held) await finishWork(database.prisma, held, { kind: "requeue", afterMs: 0 });
    await age(again, 0.1);
    const died = await request("left by a worker that died");
    await claimWork(database.prisma, died, 100);
    await age(died, 0.2);
    sweep(1000);
    await untilLast(1500);
    const all = [
      "put off",
      "requested without a notification",
      "to come again",
      "left by a worker that died",
      "last",
    ];
    expect(notified.toSorted()).toEqual(all.toSorted());
  });

  it("leaves what was notified of a moment ago to that notification", async () => {
    await request("notified");
    sweep(0);
    await untilLast(1200);
    expect(notified).toEqual(["last"]);
  });

  it.each([
    ["none waits any more", 0, ["last", "notified 16 s ago", "notified 4 s ago"]],
    ["others wait with it", 1, ["last", "notified 16 s ago"]],
  ])("makes up for notifications that were lost, where %s", async (_, waiting, expected) => {
    await age(await request("notified 4 s ago"), 4);
    await age(await request("notified 16 s ago"), 16);
    sweep(waiting);
    await untilLast(1200);
    expect(notified.toSorted()).toEqual(expected);
  });

  it("lets a report go behind others until it has waited for a minute", async () => {
    const fresh = await request("fresh", false);
    const [behind, old] = [await request("behind others"), await request("old")];
    await database.pool.query(
      "update work set requested_generation = 2, observed_generation = 1, requested_reports = 1 where id = any($1)",
      [[fresh, behind, old]],
    );
    await age(behind, 16);
    await age(old, 61);
    sweep(1);
    await untilLast(50);
    expect(notified.toSorted()).toEqual(["fresh", "last", "old"]);
    expect(reports).toEqual([fresh]);
  });

  it("gives its own notifications as long as those of others", async () => {
    await request("put off", true, 50);
    sweep(0);
    await expect.poll(() => notified.length, { interval: 20 }).toBe(2);
    expect(notified).toEqual(["put off", "put off"]);
  });
});
