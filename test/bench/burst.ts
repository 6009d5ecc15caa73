import pg from "pg";
import { getVariant } from "#test/demo/shop-products.ts";
import { planShops, setUpShops } from "#test/support/many-shops.ts";
import { startWorld, type World } from "#test/support/world.ts";
import { describeTimes } from "./figures.ts";
import {
  addStockedProducts,
  printCost,
  productOf,
  slowDown,
  throttledOf,
  waitUntilPlaced,
} from "./handoff.ts";

const BUCKET = { maximum: 2000, restorePerSecond: 100 };
const GOAL_RATIO = 1.1;

/**
 * Many orders at once in one shop of the smallest plan: its points are all there is to wait for. Timed from the first
 * order to the last placing, against the time in which Shopify restores what was used by then.
 */
export async function benchBurst(options: ReadonlyMap<string, string>): Promise<boolean> {
  const orders = Number(options.get("orders") || 200);
  const isRecorded = options.get("costs") === "recorded";
  const plan = planShops(1, 1);
  const world = await startWorld({
    supplier: { accounts: [...plan.accounts], keys: [...plan.keys] },
    shopify: {
      shops: plan.shops.map(({ domain }) => domain),
      routingDelayMs: 0,
      rulesOff: isRecorded ? [] : ["costs_as_recorded"],
    },
    env: { LOG_LEVEL: "warn" },
  });
  const database = new pg.Pool({ connectionString: world.databaseUrl, max: 2 });
  try {
    await setUpShops(world, plan, (index) => [productOf(index).id]);
    await addStockedProducts(world, database);
    await slowDown(world, Number(options.get("delay") || 50));
    return await measure(world, database, { shop: plan.shops[0]?.domain ?? "", orders });
  } finally {
    await database.end();
    await world.close();
  }
}

async function measure(
  world: World,
  database: pg.Pool,
  { shop, orders }: { readonly shop: string; readonly orders: number },
): Promise<boolean> {
  const { control } = world.shopify;
  control.setShop({ shop, bucket: BUCKET });
  control.requests({ clear: true });
  const variantId = getVariant(world, shop, productOf(0).title);
  const startedAt = Date.now();
  for (let at = 0; at < orders; at += 1) {
    control.placeOrder({
      shop,
      lines: [{ variantId, quantity: 1 }],
      payment: "cod",
      shipping: 200,
      customer: { firstName: "Ayesha", lastName: "Example", phone: `+92301${1_000_000 + at}` },
    });
  }
  const rows = await waitUntilPlaced(database, orders);
  const endedAt = Math.max(...rows.map(({ placedAt }) => placedAt.getTime()));
  const byThen = control.requests().filter(({ at }) => Date.parse(at) <= endedAt);
  const points = byThen.reduce((sum, { cost }) => sum + (cost ?? 0), 0);
  const seconds = (endedAt - startedAt) / 1000;
  const neededSeconds = (points - BUCKET.maximum) / BUCKET.restorePerSecond;
  const ratio = seconds / neededSeconds;
  const throttled = throttledOf(world);
  console.log(`${orders} orders at once: ${describeTimes(rows.map(({ tookMs }) => tookMs))}`);
  console.log(
    `  ${points} points, restored in ${neededSeconds.toFixed(1)} s; placed in ${seconds.toFixed(1)} s`,
  );
  console.log(`  goal: at most ${GOAL_RATIO} times as long: ${ratio.toFixed(2)}`);
  console.log(`  goal: nothing throttled: ${throttled}`);
  printCost(world, orders);
  return throttled === 0 && ratio <= GOAL_RATIO;
}
