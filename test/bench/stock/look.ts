import type pg from "pg";
import type { LocationGid, ShopId } from "#app/platform/ids.ts";
import { waitFor } from "#test/support/wait-for.ts";
import type { StockBench } from "./open-bench.ts";

/** What customers see of each item at our location. */
export function readShown({ world, domains: [shop] }: StockBench, locationGid: LocationGid) {
  const { products } = world.shopify.control.state({ shop });
  const levels = products.flatMap(({ variants }) =>
    variants.map(({ inventoryItemId, levels }) => {
      const level = levels.find(({ locationId }) => locationId === locationGid);
      return [inventoryItemId, level?.available ?? 0] as const;
    }),
  );
  return new Map(levels);
}

/** Waits until nothing is left to fold in and to write. */
export async function waitForRest(database: pg.Pool, shopId: ShopId, timeoutMs = 180_000): Promise<void> {
  await waitFor(
    async () => {
      const { rows } = await database.query<{ busy: string }>(
        `select (select count(*) from work where shop_id = $1 and kind in ('inventory.push', 'product.applyEvents', 'sweep.run')
             and (lease_token is not null or next_run_at < now() + interval '5 seconds'))
           + (select count(*) from stocked_item where shop_id = $1 and stock_due_at is not null) as busy`,
        [shopId],
      );
      return rows[0]?.busy === "0";
    },
    { what: "stock to rest", timeoutMs, everyMs: 200 },
  );
}

/** Of each window of two seconds, how many writes began in it; the most of any. */
export function mostInTwoSeconds(times: readonly number[]): number {
  return Math.max(
    0,
    ...times.map((from) => times.filter((time) => time >= from && time < from + 2000).length),
  );
}

/** When each list of quantities reached Shopify. */
export function writesOf({ world, domains: [shop] }: StockBench): readonly number[] {
  return world.shopify.control
    .requests()
    .filter((request) => request.shop === shop && request.operation === "InventorySet")
    .map(({ at }) => Date.parse(at));
}

export function printGoal(what: string, isMet: boolean): boolean {
  console.log(`  goal: ${what}: ${isMet ? "met" : "missed"}`);
  return isMet;
}
