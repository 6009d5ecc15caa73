import type pg from "pg";
import type { ShopId } from "#app/platform/ids.ts";
import { waitFor } from "#test/support/wait-for.ts";
import { printGoal, readShown, waitForRest, writesOf } from "./look.ts";
import type { StockBench } from "./open-bench.ts";
import { readLocation } from "./read-location.ts";

/** Sweeps over everything: when all differs, when nothing does, and when a tenth does. */
export async function benchStockSweeps(bench: StockBench, database: pg.Pool): Promise<boolean> {
  const { variants, world } = bench;
  const all = await sweep(bench, database, "everything differs");
  const goals = [
    printGoal(
      `at most ${Math.ceil(variants.length / 100)} reads`,
      all.reads <= Math.ceil(variants.length / 100),
    ),
    printGoal(
      `at most ${Math.ceil(variants.length / 250)} writes`,
      all.writes <= Math.ceil(variants.length / 250),
    ),
    printGoal("both sides equal", all.unequal === 0),
  ];
  const none = await sweep(bench, database, "nothing differs");
  goals.push(printGoal("nothing written", none.writes === 0));
  const moved = variants.filter((_, index) => index % 10 === 3);
  for (const [index, { supplierVariantId: variantId }] of moved.entries())
    await world.supplier.control.setStock({ variantId, stock: 500 + (index % 90) });
  const some = await sweep(bench, database, `${moved.length} differ`);
  const least = Math.ceil(moved.length / 250);
  goals.push(printGoal(`at most ${least} writes`, some.writes <= least));
  goals.push(printGoal("both sides equal", some.unequal === 0));
  return goals.every(Boolean);
}

async function sweep(bench: StockBench, database: pg.Pool, what: string) {
  const { world, shopId } = bench;
  const countReads = async () => (await world.supplier.control.requests({ path: "/inventory" })).length;
  const readsBefore = await countReads();
  const writesBefore = writesOf(bench).length;
  const startedAt = performance.now();
  await runSweep(database, shopId);
  const sweptAfter = (performance.now() - startedAt) / 1000;
  await waitForRest(database, shopId);
  const restedAfter = (performance.now() - startedAt) / 1000;
  const figures = {
    reads: (await countReads()) - readsBefore,
    writes: writesOf(bench).length - writesBefore,
    unequal: await countUnequal(bench, database),
  };
  console.log(
    `full sweep of ${bench.variants.length} variants, ${what}: ${figures.reads} reads, ${figures.writes} writes; read after ${sweptAfter.toFixed(1)} s, at rest after ${restedAfter.toFixed(1)} s`,
  );
  return figures;
}

async function runSweep(database: pg.Pool, shopId: ShopId): Promise<void> {
  const { rows: before } = await database.query<{ now: Date }>("select clock_timestamp() as now");
  const askedAt = before[0]?.now;
  await database.query(
    `insert into schedule (shop_id, kind, mode, every_ms, next_run_at) values ($1, 'stock', 'live', 3600000, now())
     on conflict (shop_id, kind, mode) do update set next_run_at = now()`,
    [shopId],
  );
  await waitFor(
    async () => {
      const { rows } = await database.query(
        "select 1 from schedule where shop_id = $1 and kind = 'stock' and last_ran_at > $2 and progress is null",
        [shopId, askedAt],
      );
      return rows.length > 0;
    },
    { what: "the sweep to end", timeoutMs: 300_000, everyMs: 100 },
  );
}

/** Asks the service's own figures by our rows, which the sweep has just read, and compares with what Shopify shows. */
async function countUnequal(bench: StockBench, database: pg.Pool): Promise<number> {
  const shown = readShown(bench, await readLocation(database, bench.shopId));
  const { rows } = await database.query<{ item: string; stock: number }>(
    "select inventory_item_gid as item, stock from listed_variant where shop_id = $1",
    [bench.shopId],
  );
  return rows.filter(({ item, stock }) => shown.get(item) !== stock).length;
}
