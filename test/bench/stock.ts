import pg from "pg";
import { benchStockBurst } from "./stock/burst.ts";
import { benchStockLatency } from "./stock/latency.ts";
import { openStockBench } from "./stock/open-bench.ts";
import { benchStockSweeps } from "./stock/sweeps.ts";

/**
 * Ten thousand variants, listed in one shop: what a sweep reads and writes, how a burst of events reaches Shopify, and
 * how long one event takes while another shop of the same account imports.
 */
export async function benchStock(options: ReadonlyMap<string, string>): Promise<boolean> {
  const number = (name: string, usual: number) => Number(options.get(name) || usual);
  const bench = await openStockBench({
    products: number("products", 2000),
    variantsEach: 5,
    delayMs: number("delay", 50),
  });
  const database = new pg.Pool({ connectionString: bench.world.databaseUrl, max: 4 });
  try {
    const results: boolean[] = [];
    results.push(await benchStockSweeps(bench, database));
    results.push(await benchStockBurst(bench, database, number("events", 5000)));
    results.push(await benchStockLatency(bench, database, { imports: number("imports", 1000), events: 60 }));
    return results.every(Boolean);
  } finally {
    await database.end();
    await bench.world.close();
  }
}
