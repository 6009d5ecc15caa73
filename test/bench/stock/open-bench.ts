import { randomBytes, randomUUID } from "node:crypto";
import pg from "pg";
import type { InventoryItemGid, ListingId, ShopId, VariantGid } from "#app/platform/ids.ts";
import { createMerchant } from "#test/demo/merchant.ts";
import { connectShop } from "#test/demo/set-up-shop.ts";
import { asId } from "#test/support/as-id.ts";
import { planShops } from "#test/support/many-shops.ts";
import { startWorld, type World } from "#test/support/world.ts";
import { readLocation } from "./read-location.ts";

/** One stocked variant, as the three sides name it. */
type BenchVariant = {
  readonly supplierProductId: string;
  readonly supplierVariantId: string;
  readonly inventoryItemGid: InventoryItemGid;
};

export type StockBench = {
  readonly world: World;
  /** The shop with the stocked items, and another one of the same account. */
  readonly domains: readonly [string, string];
  readonly shopId: ShopId;
  readonly otherShopId: ShopId;
  readonly variants: readonly BenchVariant[];
  readonly reported: ReadonlyMap<string, BenchProduct>;
  /** Those of the app, to sign as the service would. */
  readonly encryptionKeys: string;
};

type Size = { readonly products: number; readonly variantsEach: number; readonly delayMs: number };

/** The smallest plan of Shopify. */
const BUCKET = { maximum: 2000, restorePerSecond: 100 } as const;

/**
 * Two connected shops of one account. The first one's listings are written into the database and into Shopify's stand-in
 * directly: importing them is measured elsewhere.
 */
export async function openStockBench({ products, variantsEach, delayMs }: Size): Promise<StockBench> {
  const plan = planShops(2, 1);
  const [first = "", second = ""] = plan.shops.map(({ domain }) => domain);
  const encryptionKeys = `bench:${randomBytes(32).toString("base64")}`;
  const world = await startWorld({
    // Products are added once the app has looked; the service's cache of a minute would hide them from us.
    supplier: { accounts: [...plan.accounts], keys: [...plan.keys], catalogCacheSeconds: 0 },
    shopify: { shops: [first, second], routingDelayMs: 0, bucket: BUCKET },
    // Sweeps come when they are asked for.
    env: { LOG_LEVEL: "warn", SWEEP_INTERVAL_SCALE: "100", ENCRYPTION_KEYS: encryptionKeys },
  });
  const database = new pg.Pool({ connectionString: world.databaseUrl, max: 2 });
  try {
    const [account] = plan.accounts;
    await world.supplier.control.setAccount({ accountId: account?.id, plan: "scale", tier: 4 });
    for (const { domain, key } of plan.shops) await connectShop(createMerchant(world, domain), key);
    const productIds = await world.supplier.control.addProducts({ count: products, variantsEach });
    const shopId = await idOf(database, first);
    const reported = await readProducts(world.supplier.baseUrl, plan.shops[0]?.key ?? "");
    const variants = await createStockedItems(world, database, {
      ...{ shopId, domain: first, reported, productIds, variantsEach },
    });
    if (delayMs > 0) {
      await world.supplier.control.armFault({ kind: "delay", ms: delayMs, probability: 1 });
      const requests = [{ kind: "delay" as const, delayMs, times: Number.MAX_SAFE_INTEGER }];
      world.shopify.control.faults({ requests });
    }
    return {
      ...{ world, domains: [first, second], shopId, reported, variants, encryptionKeys },
      otherShopId: await idOf(database, second),
    };
  } catch (error) {
    await world.close();
    throw error;
  } finally {
    await database.end();
  }
}

async function idOf(database: pg.Pool, domain: string): Promise<ShopId> {
  const { rows } = await database.query<{ id: ShopId }>("select id from shop where domain = $1", [domain]);
  const [row] = rows;
  if (!row) throw new Error(`${domain} is not installed`);
  return row.id;
}

type StockedItemsInput = {
  readonly shopId: ShopId;
  readonly domain: string;
  readonly reported: ReadonlyMap<string, BenchProduct>;
  readonly productIds: readonly string[];
  readonly variantsEach: number;
};

/** What stands everywhere at first: the service has another number of each. */
const FIRST_QUANTITY = 777;

/** Every variant is an item of Shopify's at our location, by our own last write. */
async function createStockedItems(
  { shopify }: World,
  database: pg.Pool,
  { shopId, domain, reported, productIds, variantsEach }: StockedItemsInput,
): Promise<readonly BenchVariant[]> {
  // Their creation is reported to nobody.
  shopify.control.faults({ webhooks: [{ kind: "lost", topic: "products/create", times: 1_000_000 }] });
  const variants: (BenchVariant & { listingId: ListingId; variantGid: VariantGid })[] = [];
  const locationId = await readLocation(database, shopId);
  const listings = productIds.map((supplierProductId) => ({
    id: asId<ListingId>(randomUUID()),
    supplierProductId,
  }));
  for (const { id: listingId, supplierProductId } of listings) {
    for (let number = 1; number <= variantsEach; number += 1) {
      const made = shopify.control.addOwnProduct({ shop: domain, quantity: 0 });
      const level = { variantId: made.variantId, locationId, available: FIRST_QUANTITY };
      shopify.control.setStock({ shop: domain, ...level });
      variants.push({
        ...{ listingId, supplierProductId, variantGid: asId(made.variantId) },
        supplierVariantId: variantsEach === 1 ? supplierProductId : `${supplierProductId}_v${number}`,
        inventoryItemGid: asId(made.inventoryItemId),
      });
    }
  }
  const costOf = new Map(
    [...reported.values()].flatMap((product) =>
      product.variants.map(
        (variant) => [variant.id, { ...variant, compareAtPrice: product.compareAtPrice }] as const,
      ),
    ),
  );
  const costs = variants.map(({ supplierVariantId }) => {
    const cost = costOf.get(supplierVariantId);
    if (!cost) throw new Error(`The service told nothing of ${supplierVariantId}`);
    return cost;
  });
  await database.query(
    `insert into listing (id, shop_id, mode, supplier_product_id, product_gid, state, step, updated_at)
     select id, $1, 'live', product, 'gid://shopify/Product/' || product, 'ready', 'done', now()
     from unnest($2::uuid[], $3::text[]) as made (id, product)`,
    [shopId, listings.map(({ id }) => id), listings.map((each) => each.supplierProductId)],
  );
  await database.query(
    `with made as (
       select gen_random_uuid() as id, of_variant.*
       from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::int[], $8::int[], $9::int[], $10::int[])
         as of_variant (listing, product, variant, gid, item, cost, minimum, suggested, compare_at)
     ),
     item as (
       insert into stocked_item (id, shop_id, listing_id, mode, variant_gid, inventory_item_gid, pushed_quantity)
       select id, $1, listing, 'live', gid, item, $11 from made
     ),
     component as (
       insert into stocked_component (shop_id, item_id, mode, supplier_product_id, supplier_variant_id,
         wholesale_pkr, min_resale_pkr, stock)
       select $1, id, 'live', product, variant, cost, minimum, $11 from made
     )
     insert into listing_variant (id, shop_id, listing_id, mode, supplier_variant_id, price_pkr, suggested_pkr,
       supplier_compare_at_pkr, updated_at)
     select id, $1, listing, 'live', variant, suggested, suggested, compare_at, now() from made`,
    [
      shopId,
      variants.map(({ listingId }) => listingId),
      variants.map(({ supplierProductId }) => supplierProductId),
      variants.map(({ supplierVariantId }) => supplierVariantId),
      variants.map(({ variantGid }) => variantGid),
      variants.map(({ inventoryItemGid }) => inventoryItemGid),
      costs.map(({ wholesalePrice }) => wholesalePrice),
      costs.map(({ minResalePrice }) => minResalePrice),
      costs.map(({ suggestedPrice }) => suggestedPrice),
      costs.map(({ compareAtPrice }) => compareAtPrice),
      FIRST_QUANTITY,
    ],
  );
  return variants;
}

/** As the service tells of it. */
type BenchProduct = {
  readonly id: string;
  readonly compareAtPrice: number | null;
  readonly variants: readonly {
    readonly id: string;
    readonly wholesalePrice: number;
    readonly minResalePrice: number | null;
    readonly suggestedPrice: number | null;
  }[];
};

type Page = { readonly data: readonly BenchProduct[]; readonly nextCursor: string | null };

/** The service's own words, so that nothing but stock changes in them. */
async function readProducts(baseUrl: string, key: string): Promise<ReadonlyMap<string, BenchProduct>> {
  const products = new Map<string, BenchProduct>();
  let cursor: string | null = null;
  do {
    const query = new URLSearchParams({ limit: "100", ...(cursor === null ? {} : { cursor }) });
    const answer = await fetch(`${baseUrl}/catalog/products?${query}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const page: Page = JSON.parse(await answer.text());
    for (const product of page.data) products.set(product.id, product);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return products;
}
