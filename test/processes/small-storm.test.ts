import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readAllFacts } from "#test/drills/storm/all-facts.ts";
import {
  type PlayedOrder,
  problemsOfCalls,
  problemsOfDeliveries,
  problemsOfOrder,
} from "#test/drills/storm/judge.ts";
import type { Storm } from "#test/drills/storm/open-storm.ts";
import { planStorm } from "#test/drills/storm/plan-storm.ts";
import { moveParcels, placeOrders } from "#test/drills/storm/play-orders.ts";
import { clearWeather } from "#test/drills/storm/weather.ts";
import { planShops, setUpShops } from "#test/support/many-shops.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";
import { waitFor } from "#test/support/wait-for.ts";
import { startWorld } from "#test/support/world.ts";

// A little of `npm run drill -- storm`: its orders, its fates and its judges, on two processes of a minute's life.
const SHOPS = 3;
const ORDERS = 20;

let database: TestDatabase;
let storm: Storm;

beforeAll(async () => {
  database = await createTestDatabase();
  const many = planShops(SHOPS, 2);
  const world = await startWorld({
    databaseUrl: database.url,
    shopify: {
      ...{ routingDelayMs: 0, retryDelaysMs: [500, 1000, 2000, 4000, 8000] },
      shops: many.shops.map(({ domain }) => domain),
    },
    supplier: {
      undefined: { testCatalogIds: "same" },
      ...{ accounts: [...many.accounts], keys: [...many.keys] },
    },
    env: { WORK_LEASE_MS: "3000", SWEEP_INTERVAL_SCALE: "0.005" },
  });
  const merchants = await setUpShops(world, many, () => ["prd_cooker", "prd_earbuds", "prd_speaker"]);
  await world.startWorker({ WORK_LEASE_MS: "3000" });
  storm = {
    ...{ world, merchants, databaseUrl: database.url, db: database.prisma, close: world.close },
    accountIds: many.accounts.map(({ id }) => id),
  };
});
afterAll(async () => {
  await storm?.close();
  await database?.drop();
});

/** Each strikes just so often. */
async function raiseFaults(): Promise<void> {
  const { supplier, shopify } = storm.world;
  const post = { method: "POST", path: "/orders" } as const;
  for (const fault of [
    { kind: "error", when: "after", ...post, times: 2 },
    { kind: "cut", when: "after", ...post, times: 2, after: 4 },
    { kind: "error", when: "before", ...post, times: 1, after: 8 },
    { kind: "rate_limited", retryAfterSeconds: 1, times: 1, after: 20 },
    { kind: "truncate", times: 1, after: 30 },
    { kind: "webhook_lost", log: "failed", times: 2 },
    { kind: "webhook_lost", log: "absent", times: 2 },
    { kind: "webhook_doubled", times: 3 },
    { kind: "webhook_reordered", times: 2 },
  ] as const)
    await supplier.control.armFault(fault);
  shopify.control.faults({
    requests: [
      { kind: "cut_after", field: "fulfillmentCreate", times: 2 },
      { kind: "cut_before", times: 2 },
      { kind: "status_after", status: 502, times: 1 },
      { kind: "throttled", times: 2 },
    ],
    webhooks: [
      { kind: "lost", times: 4 },
      { kind: "doubled", times: 4 },
      { kind: "reordered", times: 2 },
      { kind: "forged", times: 2 },
    ],
  });
}

describe("a small storm over three shops of two accounts", () => {
  it("ends with the same orders on the three sides, none twice, and no call before its time", async () => {
    await raiseFaults();
    const plan = planStorm({ orders: ORDERS, shops: SHOPS, seed: 5, rate: 10, outage: 0 });
    const soon = plan.map((order) => ({ ...order, movesAfterMs: order.movesAfterMs / 20 }));
    const orders: PlayedOrder[] = [];
    await Promise.all([
      placeOrders(storm, soon, (order) => void orders.push(order)),
      moveParcels(storm, orders, ORDERS),
      database.pool.query("delete from bullmq.job"),
    ]);
    await clearWeather(storm);
    let problems: readonly string[] = [];
    const isAtRest = async () => {
      const all = await readAllFacts(storm);
      problems = orders.flatMap((order) => problemsOfOrder(all, order));
      return problems.length === 0;
    };
    await waitFor(isAtRest, {
      ...{ what: "the orders to come right", timeoutMs: 90_000, everyMs: 500 },
      describe: async () => problems.slice(0, 10).join("\n"),
    });
    const all = await readAllFacts(storm);
    expect(problemsOfCalls(all, 1000)).toEqual([]);
    expect(all.audit.problems).toEqual([]);
    expect(await problemsOfDeliveries(storm)).toEqual([]);
  });
});
