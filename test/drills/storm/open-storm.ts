import { randomBytes } from "node:crypto";
import path from "node:path";
import type { PrismaClient } from "@prisma/client";
import { connectDatabase } from "#app/platform/database/db.server.ts";
import { createMerchant, type Merchant } from "#test/demo/merchant.ts";
import { setUpShop } from "#test/demo/set-up-shop.ts";
import { startWorld, type World } from "#test/support/world.ts";
import type { DrillHome } from "../drill-home.ts";
import { EXHAUSTED_AT, type StormSize } from "./plan-storm.ts";

/** Twenty shops, say, of four accounts of the service; one process takes deliveries, two work, one in the future. */
export type Storm = {
  readonly world: World;
  readonly merchants: readonly Merchant[];
  readonly accountIds: readonly string[];
  readonly databaseUrl: string;
  /** The app's own database, to look only. */
  readonly db: PrismaClient;
  close(): Promise<void>;
};

const ACCOUNTS = 4;
const AHEAD_MS = 60_000;
const SHOPS_SET_UP_AT_ONCE = 4;
/** Shopify's own waits between retries, with seconds for minutes. */
const retryDelaysMs = [1, 2, 5, 10, 20, 40, 60, 90].map((seconds) => seconds * 1000);

const keyOf = (shop: number) => ({ id: `lk_storm_${shop}`, secret: `storm-secret-${shop}` });
const domainOf = (shop: number) => `storm-${shop}.myshopify.com`;

export async function openStorm(home: DrillHome, size: StormSize): Promise<Storm> {
  const databaseUrl = await home.createDatabase("storm");
  const accountIds = Array.from({ length: ACCOUNTS }, (_, index) => `rsl_storm_${index + 1}`);
  const shops = Array.from({ length: size.shops }, (_, shop) => shop);
  const world = await startWorld({
    ...{ databaseUrl, home: home.folderOf("storm") },
    shopify: { routingDelayMs: 0, retryDelaysMs, shops: shops.map(domainOf) },
    supplier: {
      undefined: { testCatalogIds: "same" },
      faultSeed: size.seed,
      accounts: accountIds.map((id) => ({ id, brandName: id, openingBalance: 5_000_000 })),
      keys: shops.map((shop) => ({
        ...{ ...keyOf(shop), mode: "live", integrationId: `int_storm_${shop}` },
        accountId: accountIds[shop % ACCOUNTS] ?? "",
      })),
    },
    env: {
      ...{ ROLE: "web", LOG_LEVEL: "warn", SWEEP_INTERVAL_SCALE: "0.05" },
      ENCRYPTION_KEYS: `drill:${randomBytes(32).toString("base64")}`,
    },
  });
  const database = connectDatabase(databaseUrl, { poolSize: 5, onIdleError: () => undefined });
  const close = async () => {
    await database.close();
    await world.close();
  };
  try {
    await setMidnight(world, size);
    await liftLimits(world, accountIds);
    await world.startWorker({ LOG_LEVEL: "info" });
    const preload = path.resolve(import.meta.dirname, "clock-ahead.ts");
    await world.startWorker({
      ...{ LOG_LEVEL: "info", CLOCK_AHEAD_MS: String(AHEAD_MS) },
      NODE_OPTIONS: `--import=${preload}`,
    });
    const merchants = shops.map((shop) => createMerchant(world, domainOf(shop)));
    await setUpShops(merchants);
    return { world, merchants, accountIds, databaseUrl, db: database.prisma, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const SET_UP_MS_A_SHOP = 4000;
const QUOTA_DAY_LEFT_MS = 60_000;

/** The service's midnight comes while one of its accounts has used up its day. Its clock stands so from the start. */
async function setMidnight(
  { supplier: { control } }: World,
  { shops, orders, rate }: StormSize,
): Promise<void> {
  const untilUsedUpMs = shops * SET_UP_MS_A_SHOP + (EXHAUSTED_AT * orders * 1000) / rate;
  const now = new Date(await control.clock.now());
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1);
  await control.clock.set({ at: new Date(midnight - untilUsedUpMs - QUOTA_DAY_LEFT_MS).toISOString() });
}

/** The second account has a plan whose minute is soon full; money and stock are not what is drilled here. */
async function liftLimits({ supplier: { control } }: World, accountIds: readonly string[]): Promise<void> {
  await control.setTerms({ blacklistRefusals: 100_000 });
  for (const [index, accountId] of accountIds.entries()) {
    await control.setAccount({ accountId, plan: index === 1 ? "starter" : "scale", tier: 4 });
  }
  for (const variantId of ["prd_cooker", "prd_earbuds", "prd_speaker"]) {
    await control.setStock({ variantId, stock: 100_000, mode: "live" });
  }
}

async function setUpShops(merchants: readonly Merchant[]): Promise<void> {
  const waiting = [...merchants.entries()];
  const setUpNext = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [shop, merchant] = next;
      const { id, secret } = keyOf(shop);
      const productIds = ["prd_cooker", "prd_earbuds", "prd_speaker"];
      await setUpShop(merchant, { key: `${id}:${secret}`, productIds });
    }
  };
  await Promise.all(Array.from({ length: SHOPS_SET_UP_AT_ONCE }, setUpNext));
}
