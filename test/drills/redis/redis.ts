import { toOrderGid } from "#app/platform/ids.ts";
import { getVariant } from "#test/demo/shop-products.ts";
import { DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import { waitFor } from "#test/support/wait-for.ts";
import { type DrillStage, openStage } from "../core/stage.ts";
import type { DrillHome } from "../drill-home.ts";
import type { Report } from "../report.ts";
import { findRedisServer, type RealRedis, startRedis } from "./real-redis.ts";

const patienceMs = 120_000;

/** The queue on a real Redis, with a web process and two workers: what it loses is found again in the database. */
export async function runRedisDrill(report: Report, home: DrillHome): Promise<void> {
  const redis = await startRedis(findRedisServer(), home.folderOf("redis"));
  report.note(`Redis ${redis.version}`);
  try {
    const stage = await openStage({
      ...{ preset: "plain", report, apart: true, home: home.folderOf("redis-world") },
      databaseUrl: await home.createDatabase("redis"),
      env: { REDIS_URL: redis.url },
    });
    try {
      await playCases(stage, redis, report);
    } finally {
      await stage.close();
    }
  } finally {
    await redis.kill();
  }
}

async function playCases(stage: DrillStage, redis: RealRedis, report: Report): Promise<void> {
  const { world } = stage;
  for (const _ of ["first", "second"]) await world.startWorker();
  await stage.play("two workers and a web process place each of 20 orders once", async () => {
    const gids = placeMany(stage, 20);
    return untilPlaced(stage, gids);
  });
  await stage.play("a queue that is emptied while orders come in heals by itself", async () => {
    const before = placeMany(stage, 10);
    await redis.flush();
    const after = placeMany(stage, 10);
    await redis.flush();
    const startedAt = performance.now();
    const problems = await untilPlaced(stage, [...before, ...after]);
    report.note(`at rest ${((performance.now() - startedAt) / 1000).toFixed(1)} s after the last FLUSHALL`);
    return problems;
  });
  await stage.play("deliveries are kept while Redis is gone, and worked off once it is back", async () => {
    await redis.kill();
    const goneAt = performance.now();
    const gids = placeMany(stage, 10);
    await waitFor(async () => (await countRequested(stage, gids)) === gids.length, {
      what: "the deliveries to be kept",
      timeoutMs: patienceMs,
    });
    report.note(`kept ${((performance.now() - goneAt) / 1000).toFixed(1)} s after the orders were made`);
    await redis.back();
    const startedAt = performance.now();
    const problems = await untilPlaced(stage, gids);
    report.note(`at rest ${((performance.now() - startedAt) / 1000).toFixed(1)} s after Redis was back`);
    return problems;
  });
}

function placeMany({ world }: DrillStage, count: number): readonly string[] {
  const variantId = getVariant(world, DEMO_SHOP, "Pressure Cooker Gasket Set");
  const lines = [{ variantId, quantity: 1, price: 1600 }];
  return Array.from(
    { length: count },
    () => world.shopify.control.placeOrder({ lines, payment: "cod", shipping: 200 }).id,
  );
}

/** Orders somebody has heard of: the intake answered their deliveries after it kept them. */
async function countRequested({ db }: DrillStage, gids: readonly string[]): Promise<number> {
  return db.work.count({ where: { kind: "order.reconcile", subject: { in: [...gids] } } });
}

/** Every order is at the service, once. */
async function untilPlaced({ db, world }: DrillStage, gids: readonly string[]): Promise<readonly string[]> {
  await waitFor(
    async () =>
      (await db.order.count({ where: { orderGid: { in: gids.map(toOrderGid) }, state: "placed" } })) ===
      gids.length,
    { what: "all orders to be placed", timeoutMs: patienceMs },
  );
  const numbers = new Set(gids.map((gid) => gid.split("/").at(-1)));
  const { orders } = await world.supplier.control.audit();
  const held = orders.filter(({ externalOrderId }) => numbers.has(externalOrderId.split("-")[1]));
  return held.length === gids.length
    ? []
    : [`${held.length} orders at the service instead of ${gids.length}`];
}
