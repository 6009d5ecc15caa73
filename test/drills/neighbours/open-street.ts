import { randomBytes } from "node:crypto";
import pg from "pg";
import type { Merchant } from "#test/demo/merchant.ts";
import type { RequestFault } from "#test/standins/shopify/faults.ts";
import { ordinaryProducts } from "#test/standins/supplier/seed-ordinary.ts";
import { planShops, setUpShops } from "#test/support/many-shops.ts";
import { waitFor } from "#test/support/wait-for.ts";
import { startWorld, type World } from "#test/support/world.ts";
import type { DrillHome } from "../drill-home.ts";

/** Shops with a few orders, and four neighbours who keep the app busy: one installation of one process. */
export type Street = {
  readonly world: World;
  readonly database: pg.Pool;
  readonly quiet: readonly string[];
  readonly busy: string;
  readonly hanging: string;
  readonly poisoned: string;
  readonly delayMs: number;
  readonly importing: Merchant;
  close(): Promise<void>;
};

const products = ordinaryProducts();

/** What a shop of this place in the street sells; none of them sells what another does. */
export function productOf(index: number): { readonly id: string; readonly title: string } {
  const product = products[index];
  if (!product) throw new Error("The stand-in has not so many ordinary products");
  return product;
}

/** The app runs as a deployer starts it; both sides answer late, as over a network. */
export async function openStreet(home: DrillHome, quietShops: number, delayMs: number): Promise<Street> {
  const plan = planShops(quietShops + 4, quietShops + 4);
  const world = await startWorld({
    ...{ databaseUrl: await home.createDatabase("neighbours"), home: home.folderOf("neighbours") },
    supplier: { accounts: [...plan.accounts], keys: [...plan.keys] },
    shopify: { shops: plan.shops.map(({ domain }) => domain), routingDelayMs: 0 },
    env: { LOG_LEVEL: "warn", ENCRYPTION_KEYS: `drill:${randomBytes(32).toString("base64")}` },
  });
  const database = new pg.Pool({ connectionString: world.databaseUrl, max: 2 });
  const close = async () => {
    await database.end();
    await world.close();
  };
  try {
    const merchants = await setUpShops(world, plan, (index) => [productOf(index).id]);
    const { rows } = await database.query<{ id: string }>(
      "select distinct supplier_variant_id as id from listing_variant",
    );
    for (const { id: variantId } of rows)
      await world.supplier.control.setStock({ variantId, stock: 1_000_000 });
    await world.supplier.control.armFault({ kind: "delay", ms: delayMs, probability: 1 });
    world.shopify.control.faults({ requests: [late(delayMs)] });
    const [importing, busy, hanging, poisoned] = merchants.slice(quietShops);
    if (!importing || !busy || !hanging || !poisoned) throw new Error("The street has no neighbours");
    const quiet = plan.shops.slice(0, quietShops).map(({ domain }) => domain);
    const troubled = { busy: busy.shop, hanging: hanging.shop, poisoned: poisoned.shop, importing };
    return { ...troubled, world, database, quiet, delayMs, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** All of a catalog is imported, `count` products with one press: no more can be imported at once. */
export async function beginImport({ world, database, importing }: Street, count: number): Promise<void> {
  // The service makes its list anew each minute: this one is to hold them at once.
  await world.supplier.control.setCatalogCache({ seconds: 0 });
  const listed = async () => {
    const { rows } = await database.query<{ count: number }>(
      `select count(*)::int as count from catalog_product
       join shop on shop.id = catalog_product.shop_id where shop.domain = $1`,
      [importing.shop],
    );
    return rows[0]?.count ?? 0;
  };
  const ordinary = await waitFor(listed, { what: "the ordinary catalog to be read" });
  await world.supplier.control.addProducts({ count: count - ordinary, variantsEach: 2, imagesEach: 1 });
  await importing.press("products", "/products", { intent: "refresh" });
  await waitFor(async () => (await listed()) >= count, {
    ...{ what: `${count} products to be in the catalog`, timeoutMs: 300_000, everyMs: 500 },
    describe: async () => `${await listed()} are`,
  });
  await importing.press("importReview", "/import/review?all=1&search=", {
    ...{ intent: "import", address: "all=1&search=", choices: "{}", status: "ACTIVE", collections: "" },
  });
}

/** So many orders of a shop are due at once, as after a flood of webhooks whose notifications were all lost. */
export async function requestOrders({ database }: Street, shop: string, rows: number): Promise<void> {
  await database.query(
    `insert into work (shop_id, kind, subject, lane, next_run_at)
     select shop.id, 'order.reconcile', 'gid://shopify/Order/' || (900000000 + number), 'orders',
       clock_timestamp() - interval '1 minute' + number * interval '1 millisecond'
     from shop, generate_series(1, $2::int) as number where shop.domain = $1`,
    [shop, rows],
  );
}

function late(delayMs: number, shop?: string): RequestFault {
  const fault: RequestFault = { kind: "delay", delayMs, times: Number.MAX_SAFE_INTEGER };
  return shop === undefined ? fault : { ...fault, shop };
}

/**
 * Shopify answers one neighbour so late that each call times out, and refuses each call of another, so that each of its
 * orders is tried until it is given up. The first fault that fits a call strikes: those of one shop come before that of all.
 */
export function troubleNeighbours({ world, hanging, poisoned, delayMs }: Street): void {
  const refused = { kind: "status", shop: poisoned, status: 400, times: Number.MAX_SAFE_INTEGER } as const;
  world.shopify.control.faults({ clear: true, requests: [late(60_000, hanging), refused, late(delayMs)] });
}

/** How many of a shop's orders are due, under way or put off, and how many were given up. */
export async function countOrders({ database }: Street, shop: string) {
  const { rows } = await database.query<{ left: number; dead: number }>(
    `select count(next_run_at)::int as left, count(dead_at)::int as dead
     from work join shop on shop.id = work.shop_id
     where shop.domain = $1 and kind = 'order.reconcile'`,
    [shop],
  );
  return rows[0] ?? { left: 0, dead: 0 };
}

export async function countImportsLeft({ database, importing }: Street): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    `select count(*)::int as count from bulk_item
     join shop on shop.id = bulk_item.shop_id
     where shop.domain = $1 and bulk_item.state in ('waiting', 'begun')`,
    [importing.shop],
  );
  return rows[0]?.count ?? 0;
}
