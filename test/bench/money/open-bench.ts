import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import pg from "pg";
import { startEmbeddedPostgres } from "#app/platform/dev-postgres/embedded-postgres.server.ts";
import type { ShopId } from "#app/platform/ids.ts";
import { createMerchant } from "#test/demo/merchant.ts";
import { connectShop } from "#test/demo/set-up-shop.ts";
import { planShops } from "#test/support/many-shops.ts";
import { startWorld, type World } from "#test/support/world.ts";

/** A shop of the world, and the account of the service it is connected to. */
export type BenchShop = { readonly id: ShopId; readonly domain: string; readonly accountId: string };

export type MoneyBench = {
  readonly world: World;
  readonly database: pg.Pool;
  /** The shop that is measured; another one of its account; two of another account. */
  readonly shops: readonly [BenchShop, ...BenchShop[]];
  /** Those of the app. */
  readonly encryptionKeys: string;
  close(): Promise<void>;
};

/** Four connected shops over two accounts of the largest plan, in a database of their own. Sweeps come when they are asked for. */
export async function openMoneyBench(directory: string): Promise<MoneyBench> {
  // What an earlier run left there.
  await rm(directory, { recursive: true, force: true });
  const postgres = await startEmbeddedPostgres({ directory, durability: "none" });
  const plan = planShops(4, 2);
  const encryptionKeys = `bench:${randomBytes(32).toString("base64")}`;
  const world = await startWorld({
    databaseUrl: postgres.url,
    supplier: { accounts: [...plan.accounts], keys: [...plan.keys] },
    shopify: { shops: plan.shops.map(({ domain }) => domain), routingDelayMs: 0 },
    env: { LOG_LEVEL: "warn", SWEEP_INTERVAL_SCALE: "100", ENCRYPTION_KEYS: encryptionKeys },
  });
  const database = new pg.Pool({ connectionString: postgres.url, max: 2 });
  const close = async () => {
    await database.end();
    await world.close();
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  };
  try {
    for (const { id: accountId } of plan.accounts)
      await world.supplier.control.setAccount({ accountId, plan: "scale", tier: 4, capLifted: true });
    for (const { domain, key } of plan.shops) await connectShop(createMerchant(world, domain), key);
    const [first, ...others] = await Promise.all(plan.shops.map((shop) => findShop(database, shop)));
    if (!first) throw new Error("The bench has no shop");
    return { world, database, shops: [first, ...others], encryptionKeys, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function findShop(
  database: pg.Pool,
  { domain, accountId }: { readonly domain: string; readonly accountId: string },
): Promise<BenchShop> {
  const { rows } = await database.query<{ id: ShopId }>("select id from shop where domain = $1", [domain]);
  const [row] = rows;
  if (!row) throw new Error(`${domain} is not in the database`);
  return { id: row.id, domain, accountId };
}
