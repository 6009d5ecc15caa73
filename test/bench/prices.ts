import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { toPriceDraft } from "#app/domain/policy/pricing/price-draft.ts";
import { parsePriceRule, suggestedRule } from "#app/domain/policy/pricing/price-rule.ts";
import { allowPublishing, switchOn } from "#test/demo/set-up-shop.ts";
import { DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import { waitFor } from "#test/support/wait-for.ts";
import { percentile } from "./figures.ts";
import { throttledOf } from "./handoff.ts";
import { type CatalogBench, madeIds, press, waitUntilOver, withCatalog } from "./import.ts";

const GOALS = { withinMs: 3000, timesAsLong: 3 } as const;
const QUIET_ORDERS = 5;
/** The shop's points carry so many orders besides the run. */
const BETWEEN_ORDERS_MS = 4000;
/** Half of the smallest plan's: the shop's points are what the run waits for, not the machine. */
const BUCKET = { maximum: 1000, restorePerSecond: 50 } as const;

/**
 * Orders checked out while a new price rule is written to many products of the same shop, and right after, against orders
 * of the same run with nothing else to do. Timed from checkout to acceptance.
 */
export async function benchPrices(options: ReadonlyMap<string, string>): Promise<boolean> {
  const products = Number(options.get("products") || 201);
  const delayMs = Number(options.get("delay") || 50);
  return withCatalog(products, delayMs, async (bench) => {
    const ids = await madeIds(bench.database, products);
    const imported = await press(bench, `products=${encodeURIComponent(ids.slice(0, 200).join(","))}`);
    await waitUntilOver(bench, imported, 300_000);
    const rest = ids.slice(200);
    if (rest.length > 0) {
      const last = await press(bench, `products=${encodeURIComponent(rest.join(","))}`);
      await waitUntilOver(bench, last, 300_000);
    }
    await allowPublishing(bench.merchant);
    await switchOn(bench.merchant);
    bench.world.shopify.control.setShop({ shop: DEMO_SHOP, bucket: BUCKET });
    // What the import left to do is done, and the bucket is as full as it gets.
    await pause(30_000);
    return measure(bench, products);
  });
}

async function measure(bench: CatalogBench, products: number): Promise<boolean> {
  const { control } = bench.world.shopify;
  const quietMs: number[] = [];
  for (let at = 0; at < QUIET_ORDERS; at += 1) {
    quietMs.push(await placeOne(bench, at));
    await pause(BETWEEN_ORDERS_MS);
  }
  await pause(20_000);
  control.requests({ clear: true });
  const startedAt = performance.now();
  const runId = await beginRun(bench);
  const busyMs: number[] = [];
  while (await isRunning(bench.database, runId)) {
    busyMs.push(await placeOne(bench, QUIET_ORDERS + busyMs.length));
    await pause(BETWEEN_ORDERS_MS);
  }
  const runSeconds = (performance.now() - startedAt) / 1000;
  const nextMs = await placeOne(bench, QUIET_ORDERS + busyMs.length);
  const quiet = percentile(quietMs, 0.5);
  const worst = Math.max(...busyMs, nextMs);
  const ratio = worst / quiet;
  const isMet = busyMs.length > 0 && (worst <= GOALS.withinMs || ratio <= GOALS.timesAsLong);
  console.log(`${products} products repriced in ${runSeconds.toFixed(1)} s`);
  console.log(`  quiet orders: ${quietMs.map(toText).join(", ")}; median ${toText(quiet)}`);
  console.log(
    `  orders during the run: ${busyMs.map(toText).join(", ")}; the next after it: ${toText(nextMs)}`,
  );
  const points = control.requests().reduce((sum, { cost }) => sum + (cost ?? 0), 0);
  console.log(`  ${points} points at Shopify; it throttled ${throttledOf(bench.world)} calls`);
  console.log(
    `  goal: each within ${GOALS.withinMs} ms or ${GOALS.timesAsLong} × a quiet one: ${toText(worst)}, ${ratio.toFixed(2)} ×: ${isMet ? "met" : "missed"}`,
  );
  return isMet;
}

const toText = (ms: number) => `${ms.toFixed(0)} ms`;

/** *Save* of a new rule, and *Change prices* on its preview. */
async function beginRun({ merchant }: CatalogBench): Promise<string> {
  const rule = parsePriceRule({ ...suggestedRule, base: { kind: "multiply", percent: 260 } });
  const draft = JSON.stringify(toPriceDraft(rule));
  const path = await merchant.press("settings", "/settings", { intent: "price_rule", draft });
  const runId = path?.split("/").at(-1);
  if (path === null || runId === undefined) throw new Error("No price would change");
  await merchant.press("run", path, { intent: "apply" });
  return runId;
}

async function isRunning(database: pg.Pool, runId: string): Promise<boolean> {
  const { rows } = await database.query<{ state: string }>("select state from bulk_run where id = $1", [
    runId,
  ]);
  return rows[0]?.state === "running";
}

/** Milliseconds from checkout to the service's acceptance of one order. */
async function placeOne({ world, database }: CatalogBench, at: number): Promise<number> {
  const { control } = world.shopify;
  const variantId = await findVariantInStock(database, at);
  const checkedOutAt = Date.now();
  const { id: orderGid } = control.placeOrder({
    shop: DEMO_SHOP,
    lines: [{ variantId, quantity: 1 }],
    payment: "cod",
    shipping: 200,
    customer: { firstName: "Ayesha", lastName: "Example", phone: `+92301${2_000_000 + at}` },
  });
  const placedAt = await waitFor(() => findPlacedAt(database, orderGid), {
    ...{ what: `${orderGid} to be placed`, timeoutMs: 120_000, everyMs: 25 },
    describe: () => describeOrder(database, orderGid),
  });
  return placedAt.getTime() - checkedOutAt;
}

/** Every order buys another one. */
async function findVariantInStock(database: pg.Pool, at: number): Promise<string> {
  const { rows } = await database.query<{ gid: string }>(
    `select variant_gid as gid from listed_variant where stock > 10 order by md5(variant_gid) offset $1 limit 1`,
    [at],
  );
  if (!rows[0]) throw new Error("No such variant is in stock");
  return rows[0].gid;
}

async function findPlacedAt(database: pg.Pool, orderGid: string): Promise<Date | null> {
  const { rows } = await database.query<{ placedAt: Date }>(
    `select handoff.placed_at as "placedAt" from handoff
     join "order" on "order".shop_id = handoff.shop_id and "order".id = handoff.order_id
     where "order".order_gid = $1 and handoff.state = 'placed'`,
    [orderGid],
  );
  return rows[0]?.placedAt ?? null;
}

async function describeOrder(database: pg.Pool, orderGid: string): Promise<string> {
  const { rows } = await database.query<{ state: string; code: string | null }>(
    'select state, hold_code as code from "order" where order_gid = $1',
    [orderGid],
  );
  return `it is ${rows[0]?.state ?? "not known"} (${rows[0]?.code ?? "no hold"})`;
}
