import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { getVariant } from "#test/demo/shop-products.ts";
import { ordinaryProducts } from "#test/standins/supplier/seed-ordinary.ts";
import { type ManyShops, planShops, setUpShops } from "#test/support/many-shops.ts";
import { waitFor } from "#test/support/wait-for.ts";
import { startWorld, type World } from "#test/support/world.ts";
import { describeTimes, percentile, readCpuMs, readMemory } from "./figures.ts";

type Load = {
  readonly perSecond: number;
  readonly seconds: number;
  readonly delayMs: number;
  /** The app's processes. */
  readonly pids: readonly number[];
};

/** One for each shop: of a product that all of them sell, every order would tell all of them of its stock. */
const products = ordinaryProducts();
const GOAL_P95_MS = 4000;

/**
 * Orders arrive whether or not the last one is done (open loop), over many shops that share accounts; both sides
 * answer late, as over a network. Timed from the webhook's receipt to the service's acceptance.
 */
export async function benchHandoff(options: ReadonlyMap<string, string>): Promise<boolean> {
  const number = (name: string, usual: number) => Number(options.get(name) || usual);
  const load = {
    perSecond: number("rate", 20),
    seconds: number("seconds", 60),
    delayMs: number("delay", 50),
  };
  const plan = planShops(number("shops", 20), number("accounts", 4));
  const isApart = options.has("apart");
  const redisUrl = options.get("redis");
  const world = await startWorld({
    supplier: { accounts: [...plan.accounts], keys: [...plan.keys] },
    shopify: {
      shops: plan.shops.map(({ domain }) => domain),
      routingDelayMs: 0,
      rulesOff: options.get("costs") === "documented" ? ["costs_as_recorded"] : [],
    },
    env: {
      LOG_LEVEL: "warn",
      ...(isApart ? { ROLE: "web" } : {}),
      ...(redisUrl ? { REDIS_URL: redisUrl } : {}),
    },
  });
  const database = new pg.Pool({ connectionString: world.databaseUrl, max: 2 });
  try {
    // Its first line of log tells that it works, and is of level info.
    const worker = isApart ? await world.startWorker({ LOG_LEVEL: "info" }) : null;
    console.log(`Setting up ${plan.shops.length} shops over ${plan.accounts.length} accounts …`);
    await setUpShops(world, plan, (index) => [productOf(index).id]);
    await addStockedProducts(world, database);
    await slowDown(world, load.delayMs);
    return await measure(world, database, plan, {
      ...load,
      pids: [world.app.pid, ...(worker ? [worker.pid] : [])],
    });
  } finally {
    await database.end();
    await world.close();
  }
}

export function productOf(shopIndex: number): { readonly id: string; readonly title: string } {
  const product = products[shopIndex % products.length];
  if (!product) throw new Error("The stand-in has no ordinary products");
  return product;
}

export async function addStockedProducts({ supplier: { control } }: World, database: pg.Pool): Promise<void> {
  const { rows } = await database.query<{ id: string }>(
    "select distinct supplier_variant_id as id from listing_variant",
  );
  for (const { id: variantId } of rows) await control.setStock({ variantId, stock: 1_000_000 });
}

export async function slowDown(world: World, delayMs: number): Promise<void> {
  if (delayMs === 0) return;
  await world.supplier.control.armFault({ kind: "delay", ms: delayMs, probability: 1 });
  world.shopify.control.faults({ requests: [{ kind: "delay", delayMs, times: Number.MAX_SAFE_INTEGER }] });
}

async function measure(world: World, database: pg.Pool, plan: ManyShops, load: Load): Promise<boolean> {
  world.shopify.control.requests({ clear: true });
  const callsBefore = (await world.supplier.control.requests()).length;
  const cpuBefore = await cpuOf(load.pids);
  const wanted = await sendOrders(world, plan, load);
  const rows = await waitUntilPlaced(database, wanted);
  const cpuMs = (await cpuOf(load.pids)) - cpuBefore;
  const tookMs = rows.map(({ tookMs }) => tookMs);
  const p95 = percentile(tookMs, 0.95);
  console.log(
    `${wanted} orders, ${load.perSecond}/s, ${load.delayMs} ms late answers: ${describeTimes(tookMs)}`,
  );
  console.log(`  goal: p95 at most ${GOAL_P95_MS} ms: ${p95 <= GOAL_P95_MS ? "met" : "missed"}`);
  const calls = (await world.supplier.control.requests()).slice(callsBefore);
  printCounts(
    "calls of the service per order",
    wanted,
    countBy(calls, ({ method, path }) => `${method} ${path}`),
  );
  printCost(world, wanted);
  const throttled = throttledOf(world);
  console.log(`  goal: nothing throttled: ${throttled}`);
  console.log(`processor time of the app per order: ${(cpuMs / wanted).toFixed(0)} ms`);
  for (const pid of load.pids) {
    const memory = await readMemory(pid);
    if (memory)
      console.log(`memory of a process of the app: ${memory.nowMb} MB, at most ${memory.mostMb} MB`);
  }
  return p95 <= GOAL_P95_MS && throttled === 0;
}

/** How often Shopify refused a call for want of points. */
export function throttledOf({ shopify }: World): number {
  return shopify.control.requests().filter(({ errors }) => errors.includes("Throttled")).length;
}

async function cpuOf(pids: readonly number[]): Promise<number> {
  const used = await Promise.all(pids.map(readCpuMs));
  return used.reduce<number>((sum, ms) => sum + (ms ?? 0), 0);
}

async function sendOrders(
  world: World,
  { shops }: ManyShops,
  load: Pick<Load, "perSecond" | "seconds">,
): Promise<number> {
  const variants = shops.map(({ domain }, index) => getVariant(world, domain, productOf(index).title));
  const count = load.perSecond * load.seconds;
  const startedAt = performance.now();
  for (let at = 0; at < count; at += 1) {
    await pause(Math.max(0, startedAt + (at * 1000) / load.perSecond - performance.now()));
    const shop = shops[at % shops.length]?.domain ?? "";
    world.shopify.control.placeOrder({
      shop,
      lines: [{ variantId: variants[at % shops.length] ?? "", quantity: 1 }],
      payment: at % 5 === 4 ? "paid" : "cod",
      shipping: 200,
      customer: { firstName: "Ayesha", lastName: "Example", phone: `+92301${1_000_000 + at}` },
    });
  }
  return count;
}

const TIMES = `
  select h.placed_at as "placedAt", extract(epoch from h.placed_at - min(d.received_at)) * 1000 as "tookMs"
  from handoff h
  join "order" o on o.shop_id = h.shop_id and o.id = h.order_id
  left join fulfillment_order f on f.shop_id = o.shop_id and f.order_id = o.id
  join delivery d on d.shop_id = o.shop_id and d.source = 'shopify' and d.subject in (o.order_gid, f.gid)
  where h.state = 'placed'
  group by h.id, h.placed_at`;

export async function waitUntilPlaced(
  database: pg.Pool,
  wanted: number,
): Promise<readonly { readonly tookMs: number; readonly placedAt: Date }[]> {
  const count = async () => {
    const { rows } = await database.query<{ placed: string }>(
      "select count(*) as placed from handoff where state = 'placed'",
    );
    return Number(rows[0]?.placed ?? 0);
  };
  await waitFor(async () => (await count()) >= wanted, {
    what: `${wanted} orders to be placed`,
    timeoutMs: 300_000,
    everyMs: 1000,
    describe: async () => `${await count()} are`,
  });
  const { rows } = await database.query<{ tookMs: string; placedAt: Date }>(TIMES);
  return rows.map(({ tookMs, placedAt }) => ({ tookMs: Number(tookMs), placedAt }));
}

function countBy<T>(entries: readonly T[], nameOf: (entry: T) => string): ReadonlyMap<string, number> {
  const groups = Map.groupBy(entries, nameOf);
  return new Map([...groups].map(([name, group]) => [name, group.length]));
}

function printCounts(what: string, orders: number, counts: ReadonlyMap<string, number>): void {
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  console.log(`${what}: ${(all / orders).toFixed(2)}`);
  const most = [...counts].toSorted(([, a], [, b]) => b - a).slice(0, 12);
  for (const [name, count] of most) console.log(`  ${(count / orders).toFixed(2)}  ${name}`);
}

export function printCost(world: World, orders: number): void {
  const requests = world.shopify.control.requests();
  const total = requests.reduce((sum, { cost }) => sum + (cost ?? 0), 0);
  console.log(`points at Shopify per order: ${(total / orders).toFixed(1)}`);
  const byOperation = Map.groupBy(requests, ({ operation }) => operation);
  for (const [operation, group] of byOperation) {
    const points = group.reduce((sum, { cost }) => sum + (cost ?? 0), 0) / orders;
    const refused = group.filter(({ errors }) => errors.length > 0).length;
    console.log(
      `  ${points.toFixed(1)}  ${operation} × ${(group.length / orders).toFixed(2)}${refused ? `, ${refused} with errors` : ""}`,
    );
  }
}
