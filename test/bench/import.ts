import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { createMerchant, type Merchant } from "#test/demo/merchant.ts";
import { connectShop } from "#test/demo/set-up-shop.ts";
import { DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import { DEMO_LIVE_KEY } from "#test/standins/supplier/defaults.ts";
import { ordinaryProducts } from "#test/standins/supplier/seed-ordinary.ts";
import { AWKWARD_PRODUCTS, WORKED_PRODUCTS } from "#test/standins/supplier/seed-products.ts";
import { waitFor } from "#test/support/wait-for.ts";
import { startWorld, type World } from "#test/support/world.ts";

const VARIANTS = 5;
const IMAGES = 5;
/** A Standard plan's bucket. */
const BUCKET = { maximum: 2000, restorePerSecond: 100 } as const;
/** productSet: 10, 0.2 a variant and 0.6 its picture, 0.4 a metafield of product and variants, 1.9 an image. */
const CREATE_POINTS = 10 + (0.2 + 0.6) * VARIANTS + 0.4 * (1 + VARIANTS) + 1.9 * IMAGES;
/** publishablePublish: a product is in no sales channel before it. */
const PUBLISH_POINTS = 10;
const POINTS = CREATE_POINTS + PUBLISH_POINTS;
const GOALS = { overFloor: 1.15, fiftySeconds: 30, calls: 30, kills: 10 } as const;

/**
 * A first import of a catalog whose list carries variants, at the limits of Shopify's Standard plan: how near it comes to
 * what its points alone would take, what it asks of the service, and that no kill of the process makes a product twice.
 */
export async function benchImport(options: ReadonlyMap<string, string>): Promise<boolean> {
  const number = (name: string, usual: number) => Number(options.get(name) || usual);
  const products = number("products", 1000);
  const delayMs = number("delay", 50);
  const only = options.get("only") ?? "";
  const results: boolean[] = [];
  if (only === "" || only === "fifty") results.push(await fifty(delayMs));
  if (only === "" || only === "many") results.push(await many(products, delayMs));
  if (only === "" || only === "kills") results.push(await killed(number("killed", 400), delayMs));
  return results.every(Boolean);
}

export type CatalogBench = { readonly world: World; readonly merchant: Merchant; readonly database: pg.Pool };

/** A shop at the limits of the Standard plan whose copy of the catalog holds so many products, none imported. */
export async function withCatalog(
  products: number,
  delayMs: number,
  use: (bench: CatalogBench, callsBefore: number) => Promise<boolean>,
): Promise<boolean> {
  const world = await startWorld({
    shopify: { bucket: BUCKET, routingDelayMs: 0 },
    env: { LOG_LEVEL: "warn" },
  });
  const database = new pg.Pool({ connectionString: world.databaseUrl, max: 2 });
  try {
    await world.supplier.control.setAccount({ plan: "scale", tier: 4, capLifted: true });
    await withdrawOwnProducts(world);
    await world.supplier.control.addProducts({
      ...{ count: products, variantsEach: VARIANTS, imagesEach: IMAGES },
    });
    const callsBefore = (await catalogCalls(world)).length;
    const merchant = createMerchant(world, DEMO_SHOP);
    await connectShop(merchant, DEMO_LIVE_KEY);
    await waitForCatalog(merchant, database, products);
    if (delayMs > 0) {
      await world.supplier.control.armFault({ kind: "delay", ms: delayMs, probability: 1 });
      world.shopify.control.faults({
        requests: [{ kind: "delay", delayMs, times: Number.MAX_SAFE_INTEGER }],
      });
    }
    return await use({ world, merchant, database }, callsBefore);
  } finally {
    await database.end();
    await world.close();
  }
}

/** The stand-in's own, of other shapes: each product of the bench is worth the same. */
async function withdrawOwnProducts({ supplier }: World): Promise<void> {
  for (const { id: productId } of [...WORKED_PRODUCTS, ...AWKWARD_PRODUCTS, ...ordinaryProducts()]) {
    await supplier.control.removeProduct({ productId });
  }
}

/** Calls that count for an import: walking the list, reading products, mapping. */
async function catalogCalls({ supplier }: World) {
  const requests = await supplier.control.requests();
  return requests.filter(({ path }) => /\/(catalog\/products|imports)/.test(path));
}

/** *Refresh now*, so that no page is read live before the walk is over. */
async function waitForCatalog(merchant: Merchant, database: pg.Pool, products: number): Promise<void> {
  await merchant.press("products", "/products", { intent: "refresh" });
  await waitFor(async () => (await count(database, "catalog_product where title ~ ' [0-9]+$'")) >= products, {
    what: `${products} products to be in our copy of the catalog`,
    timeoutMs: 120_000,
    everyMs: 500,
    describe: async () => `${await count(database, "catalog_product")} are`,
  });
}

async function count(database: pg.Pool, from: string): Promise<number> {
  const { rows } = await database.query<{ count: string }>(`select count(*) as count from ${from}`);
  return Number(rows[0]?.count ?? 0);
}

export async function madeIds(database: pg.Pool, limit: number): Promise<readonly string[]> {
  const { rows } = await database.query<{ id: string }>(
    `select supplier_product_id as id from catalog_product where supplier_product_id like 'made%'
     order by position limit $1`,
    [limit],
  );
  return rows.map(({ id }) => id);
}

/** Presses Import in the review; all the catalog holds where no ids are named. Returns the run. */
export async function press({ merchant }: CatalogBench, address: string): Promise<string> {
  const path = await merchant.press("importReview", `/import/review?${address}`, {
    ...{ intent: "import", address, choices: "{}", status: "ACTIVE", collections: "" },
  });
  const runId = path?.split("/").at(-1);
  if (runId === undefined) throw new Error("The import did not begin");
  return runId;
}

export async function waitUntilOver(
  { database }: CatalogBench,
  runId: string,
  timeoutMs: number,
): Promise<void> {
  const open = () => count(database, `bulk_item where run_id = '${runId}' and state in ('waiting', 'begun')`);
  await waitFor(async () => (await open()) === 0, {
    ...{ what: "the import to be over", timeoutMs, everyMs: 100 },
    describe: async () => `${await open()} products are open`,
  });
}

async function fifty(delayMs: number): Promise<boolean> {
  return withCatalog(50, delayMs, async (bench) => {
    const ids = await madeIds(bench.database, 50);
    const startedAt = performance.now();
    const runId = await press(bench, `products=${encodeURIComponent(ids.join(","))}`);
    await waitUntilOver(bench, runId, 120_000);
    const seconds = (performance.now() - startedAt) / 1000;
    const isMet = seconds <= GOALS.fiftySeconds;
    console.log(`50 products, ${delayMs} ms late answers: ${seconds.toFixed(1)} s`);
    console.log(`  goal: at most ${GOALS.fiftySeconds} s: ${isMet ? "met" : "missed"}`);
    return isMet && (await problems(bench, 50)).length === 0;
  });
}

async function many(products: number, delayMs: number): Promise<boolean> {
  return withCatalog(products, delayMs, async (bench, callsBefore) => {
    const { world } = bench;
    // The bucket is as full as it gets.
    await pause(2000);
    world.shopify.control.requests({ clear: true });
    const startedAt = performance.now();
    const runId = await press(bench, "all=1&search=");
    await waitUntilOver(bench, runId, 900_000);
    const seconds = (performance.now() - startedAt) / 1000;
    const made = world.shopify.control.state({ shop: DEMO_SHOP }).products.length;
    const floor = Math.max(0, made * POINTS - BUCKET.maximum) / BUCKET.restorePerSecond;
    const calls = (await catalogCalls(world)).slice(callsBefore);
    const spent = world.shopify.control.requests().reduce((sum, { cost }) => sum + (cost ?? 0), 0);
    const ratio = seconds / floor;
    const wanted = Math.ceil((products / 1000) * GOALS.calls);
    const isMet = ratio <= GOALS.overFloor && calls.length <= wanted;
    console.log(
      `${made} products (${VARIANTS} variants, ${IMAGES} images), ${delayMs} ms late answers: ${seconds.toFixed(0)} s; ` +
        `floor ${floor.toFixed(0)} s at ${POINTS.toFixed(1)} points each: ${ratio.toFixed(3)} ×`,
    );
    console.log(`  points at Shopify a product: ${(spent / made).toFixed(1)}`);
    for (const [name, group] of Map.groupBy(world.shopify.control.requests(), ({ operation }) => operation)) {
      const points = group.reduce((sum, { cost }) => sum + (cost ?? 0), 0);
      const refused = group.filter(({ errors }) => errors.length > 0).length;
      console.log(
        `    ${name}: ${group.length} calls, ${points} points${refused ? `, ${refused} refused` : ""}`,
      );
    }
    console.log(`  calls of the service: ${calls.length}`);
    for (const [name, group] of Map.groupBy(calls, ({ method, path }) => `${method} ${path.split("?")[0]}`))
      console.log(`    ${name}: ${group.length}`);
    console.log(
      `  goals: at most ${GOALS.overFloor} × the floor, at most ${wanted} calls: ${isMet ? "met" : "missed"}`,
    );
    return (await problems(bench, made)).length === 0 && isMet;
  });
}

/** The process is killed at random moments and started again, until the run is over. */
async function killed(products: number, delayMs: number): Promise<boolean> {
  return withCatalog(products, delayMs, async (bench) => {
    const ids = await madeIds(bench.database, products);
    const runId = await press(bench, "all=1&search=");
    const random = seeded(20_261_121);
    let kills = 0;
    for (; kills < GOALS.kills; kills += 1) {
      await pause(500 + random() * 3000);
      if ((await openItems(bench, runId)) === 0) break;
      await bench.world.app.kill();
      await bench.world.restartApp();
    }
    await waitUntilOver(bench, runId, 600_000);
    console.log(`${ids.length} products and more, the process killed ${kills} times at random moments`);
    const found = await problems(
      bench,
      bench.world.shopify.control.state({ shop: DEMO_SHOP }).products.length,
    );
    const isMet = kills >= GOALS.kills && found.length === 0;
    console.log(`  goal: ${GOALS.kills} kills and no product doubled or lost: ${isMet ? "met" : "missed"}`);
    return isMet;
  });
}

function openItems({ database }: CatalogBench, runId: string): Promise<number> {
  return count(database, `bulk_item where run_id = '${runId}' and state in ('waiting', 'begun')`);
}

/** What both stand-ins hold, compared: each product once in the shop, stocked as the service says, and mapped. */
async function problems({ world, database }: CatalogBench, products: number): Promise<readonly string[]> {
  const { products: inShop, metafields } = world.shopify.control.state({ shop: DEMO_SHOP });
  const ids = metafields.filter(({ key }) => key === "supplier_product_id").map(({ value }) => value);
  const { imports } = await world.supplier.control.audit();
  const mapped = imports.filter(({ deleted }) => !deleted).map(({ productId }) => productId);
  const { rows } = await database.query<{ gid: string; quantity: number }>(
    "select variant_gid as gid, stock as quantity from listed_variant",
  );
  const levels = new Map(
    inShop.flatMap(({ variants }) => variants.map(({ id, levels }) => [id, levels] as const)),
  );
  const misstocked = rows.filter(({ gid, quantity }) => {
    const active = (levels.get(gid) ?? []).filter(({ isActive }) => isActive);
    return active.length !== 1 || active[0]?.available !== quantity;
  });
  const found = [
    ...(new Set(ids).size === ids.length ? [] : [`${ids.length - new Set(ids).size} products doubled`]),
    ...(inShop.length === products ? [] : [`${inShop.length} products in the shop instead of ${products}`]),
    ...(new Set(mapped).size === products ? [] : [`${new Set(mapped).size} products mapped of ${products}`]),
    ...(misstocked.length === 0 ? [] : [`${misstocked.length} variants stocked wrongly`]),
    ...((await count(database, "listing where state <> 'ready'")) === 0
      ? []
      : ["listings that are not ready"]),
  ];
  for (const problem of found) console.log(`  PROBLEM: ${problem}`);
  return found;
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
