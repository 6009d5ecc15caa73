import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import type { InventoryItemGid, LocationGid } from "#app/platform/ids.ts";
import { send } from "#test/support/deliveries.ts";
import { waitFor } from "#test/support/wait-for.ts";
import { describeTimes, percentile } from "../figures.ts";
import { readWebhook, stockEvent } from "./burst.ts";
import { printGoal } from "./look.ts";
import type { StockBench } from "./open-bench.ts";
import { readLocation } from "./read-location.ts";

const GOAL_MS = 5000;

type Size = { readonly imports: number; readonly events: number };

/** One event after the other, timed from its being sent to its being shown, while another shop's import runs. */
export async function benchStockLatency(
  bench: StockBench,
  database: pg.Pool,
  { imports, events }: Size,
): Promise<boolean> {
  const { shopId, variants } = bench;
  await beginImports(bench, database, imports);
  const webhook = await readWebhook(bench, database);
  const locationGid = await readLocation(database, shopId);
  const tookMs: number[] = [];
  let running = 0;
  for (let index = 0; index < events; index += 1) {
    const variant = variants[(index * 37) % variants.length];
    if (!variant) break;
    if ((await countImports(bench, database)) > 0) running += 1;
    const stock = 10_000 + index;
    const startedAt = performance.now();
    await send(stockEvent(bench, webhook, { productId: variant.supplierProductId, stock, at: new Date() }));
    await waitFor(async () => availableOf(bench, variant.inventoryItemGid, locationGid) === stock, {
      ...{ what: "the event to be shown", timeoutMs: 60_000, everyMs: 20 },
    });
    tookMs.push(performance.now() - startedAt);
    await pause(200);
  }
  const p95 = percentile(tookMs, 0.95);
  console.log(
    `single event, ${running} of ${events} while ${imports} products were imported for another shop: ${describeTimes(tookMs)}`,
  );
  return printGoal(`p95 at most ${GOAL_MS} ms`, p95 <= GOAL_MS && running > events / 2);
}

/** Each a listing with work of its own, as an import of many comes down to. */
async function beginImports(
  { world, otherShopId }: StockBench,
  database: pg.Pool,
  count: number,
): Promise<void> {
  const ids = await world.supplier.control.addProducts({ count, variantsEach: 5, prefix: "other" });
  await database.query(
    `with made as (
       insert into listing (id, shop_id, mode, supplier_product_id, state, step, updated_at)
       select gen_random_uuid(), $1, 'live', id, 'importing', 'product', now() from unnest($2::text[]) as given (id)
       returning id
     )
     insert into work (shop_id, kind, subject, lane, next_run_at)
     select $1, 'listing.import', id::text, 'bulk', now() from made`,
    [otherShopId, ids],
  );
}

async function countImports({ otherShopId }: StockBench, database: pg.Pool): Promise<number> {
  const { rows } = await database.query<{ count: string }>(
    "select count(*) as count from listing where shop_id = $1 and state = 'importing'",
    [otherShopId],
  );
  return Number(rows[0]?.count ?? 0);
}

function availableOf(
  { world, domains: [shop] }: StockBench,
  inventoryItemGid: InventoryItemGid,
  locationGid: LocationGid,
): number | null {
  const level = world.shopify.control.levelOf({
    shop,
    inventoryItemId: inventoryItemGid,
    locationId: locationGid,
  });
  return level?.available ?? null;
}
