import { writeFile } from "node:fs/promises";
import pg from "pg";
import { DEMO_WEBHOOK_HOST } from "#test/standins/supplier/defaults.ts";
import type { PresetName } from "#test/standins/supplier/undefined-behaviour.ts";
import { type ManyShops, planShops, setUpShops } from "#test/support/many-shops.ts";
import { startWorld, type World } from "#test/support/world.ts";
import { compareLives, type LivesFile } from "./lives/compare.ts";
import { createJournal, type Journal, type LifeRecord, type Seen } from "./lives/journal.ts";
import type { Lane } from "./lives/lane.ts";
import { type LifePlan, planLife } from "./lives/plan-life.ts";
import { playLife } from "./lives/play-life.ts";
import { startRelay } from "./lives/relay.ts";

const PRESETS: readonly PresetName[] = ["plain", "sparse", "contrary"];
const PRODUCTS = ["prd_cooker", "prd_spoons", "prd_earbuds", "prd_speaker"];

/**
 * Plays seeded lives of orders and writes, order by order, what both sides were asked: `--lives 300 --seed 1 --out
 * lives.json`. The same seed is the same lives, so that two versions can be told apart by `--compare one.json
 * --with other.json`, which leaves with 0 only if nothing differs. `--only 17,21` plays some of them.
 */
export async function benchLives(options: ReadonlyMap<string, string>): Promise<boolean> {
  const [one, other] = [options.get("compare"), options.get("with")];
  if (one && other) return compareLives(one, other);
  const count = Number(options.get("lives") || 300);
  const seed = Number(options.get("seed") || 1);
  const lanes = Number(options.get("lanes") || 16);
  const only = options.get("only")?.split(",").map(Number);
  const numbers = only ?? Array.from({ length: count }, (_, at) => at);
  const plans = numbers.map((number) => planLife(seed, number));
  const startedAt = performance.now();
  const lives: LifeRecord[] = [];
  const seen: Seen[] = [];
  for (const [at, preset] of PRESETS.entries()) {
    const ofPreset = plans.filter(({ number }) => number % PRESETS.length === at);
    if (ofPreset.length === 0) continue;
    // Each world counts its ids anew.
    const journal = createJournal();
    lives.push(...(await playUnder(preset, journal, ofPreset, lanes)));
    seen.push(journal.seen());
  }
  const besides = [...new Set(seen.flatMap((each) => each.besides))].toSorted();
  const documents = Object.assign({}, ...seen.map((each) => each.documents));
  const file: LivesFile = { seed, lives, documents, besides };
  const path = options.get("out") || "lives.json";
  await writeFile(path, JSON.stringify(file, null, 1));
  const changes = lives.reduce((sum, life) => sum + life.changes.length, 0);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  console.log(`${lives.length} lives of seed ${seed} in ${seconds} s: ${changes} changes, in ${path}`);
  return true;
}

/** All lives of one preset, in lanes beside each other. */
async function playUnder(
  preset: PresetName,
  journal: Journal,
  plans: readonly LifePlan[],
  most: number,
): Promise<readonly LifeRecord[]> {
  const count = Math.min(most, plans.length);
  const shops = planShops(count, count);
  const relays = {
    shopify: await startRelay("shopify", journal),
    service: await startRelay("service", journal),
    webhook: await startRelay("webhook", journal),
  };
  const world = await startWorld({
    shopify: {
      shops: shops.shops.map(({ domain }) => domain),
      ...{ routingDelayMs: 0, bucket: { maximum: 100_000, restorePerSecond: 100_000 } },
    },
    supplier: {
      ...{ preset, accounts: [...shops.accounts], keys: [...shops.keys] },
      undefined: { testCatalogIds: "same", ...(preset === "plain" ? { autoConfirmAfterMinutes: null } : {}) },
    },
    env: {
      ...{ LOG_LEVEL: "warn", SWEEP_INTERVAL_SCALE: "4" },
      ...{ SHOPIFY_STANDIN_URL: relays.shopify.url, SERVICE_BASE_URL: `${relays.service.url}/v1` },
    },
  });
  const database = new pg.Pool({ connectionString: world.databaseUrl, max: 6 });
  try {
    relays.shopify.sendTo(world.shopify.url);
    relays.service.sendTo(new URL(world.supplier.baseUrl).origin);
    relays.webhook.sendTo(world.app.url);
    const lanes = await openLanes(world, database, shops);
    await world.supplier.control.setHosts({ [DEMO_WEBHOOK_HOST]: relays.webhook.url });
    const startedAt = performance.now();
    const records = await playInLanes(lanes, journal, plans);
    console.log(
      `${preset}: ${plans.length} lives in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
    );
    return records;
  } finally {
    await database.end();
    await world.close();
    for (const relay of Object.values(relays)) await relay.close();
  }
}

async function openLanes(world: World, database: pg.Pool, plan: ManyShops): Promise<readonly Lane[]> {
  const { control } = world.supplier;
  const scarce = await control.addProducts({ count: plan.shops.length, prefix: "lives" });
  for (const [at, productId] of scarce.entries())
    await control.setProduct({ productId, title: `Scarce ${at}` });
  for (const variantId of [...PRODUCTS, ...scarce]) await control.setStock({ variantId, stock: 100_000 });
  // What customers of one lane refuse must not block those of another.
  await control.setTerms({ blacklistRefusals: 100_000 });
  const merchants = await setUpShops(world, plan, (at) => [...PRODUCTS, scarce[at] ?? ""]);
  return merchants.flatMap((merchant, at) => {
    const [shop, key] = [plan.shops[at], plan.keys[at]];
    if (!shop || !key) return [];
    const names = { shop: shop.domain, accountId: shop.accountId, keyId: key.id };
    const integrationId = key.integrationId ?? "";
    const variant = { variantId: scarce[at] ?? "", title: `Scarce ${at}` };
    return [{ world, merchant, database, ...names, integrationId, scarce: variant }];
  });
}

/** Which life is played in which lane, and after which, is the same in each run. */
async function playInLanes(
  lanes: readonly Lane[],
  journal: Journal,
  plans: readonly LifePlan[],
): Promise<readonly LifeRecord[]> {
  const played = await Promise.all(
    lanes.map(async (lane, at) => {
      const records: { readonly number: number; readonly record: LifeRecord }[] = [];
      for (const plan of plans.filter((_, index) => index % lanes.length === at))
        records.push({ number: plan.number, record: await playLife(lane, journal, plan) });
      return records;
    }),
  );
  return played
    .flat()
    .toSorted((a, b) => a.number - b.number)
    .map(({ record }) => record);
}
