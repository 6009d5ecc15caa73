import { toChoices } from "#app/domain/catalog/browse/find-supplier-variants.server.ts";
import { readProductForPage } from "#app/domain/catalog/browse/product-for-page.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { SupplierProductId, SupplierVariantId } from "#app/platform/ids.ts";
import { productSchema, type SupplierProduct } from "#app/supplier/catalog.ts";
import type { SupplierClient } from "#app/supplier/client.ts";
import { isSupplierError } from "#app/supplier/errors.ts";
import type { Mode } from "#app/supplier/mode.ts";
import type { MappingPart } from "./mapping-part.ts";

const IDS_PER_READ = 100;
/** Products that are not in our copy of the catalog are read one by one; so many at once, and no more. */
const MOST_READS = 100;

type GoodsByVariantDeps = Pick<ShopContext, "shop" | "db"> & {
  readonly supplier: SupplierClient;
  readonly mode: Mode;
};

export type GoodsByVariantQuery = {
  readonly supplierVariantId: SupplierVariantId;
  readonly supplierProductId: SupplierProductId;
};

/**
 * The service's variants by their ids, with stock and prices of now; what it does not sell is left out. Titles and stores
 * come from our copy of the catalog, else from the service.
 */
export async function findGoodsByVariant(
  ctx: GoodsByVariantDeps,
  query: readonly GoodsByVariantQuery[],
): Promise<ReadonlyMap<SupplierVariantId, Omit<MappingPart, "quantity">>> {
  const products = new Map(
    query.map(({ supplierVariantId, supplierProductId }) => [supplierVariantId, supplierProductId]),
  );
  const items = await readInventory(ctx.supplier, [...products.keys()]);
  const wanted = items.flatMap(({ variantId, productId }) => productId ?? products.get(variantId) ?? []);
  const choices = await readChoices(ctx, new Set(wanted.filter((id) => id !== "")));
  return new Map(
    items.flatMap(({ variantId, stock, wholesalePrice, minResalePrice }) => {
      const choice = choices.get(variantId);
      if (choice === undefined) return [];
      const { productTitle: _product, color: _color, size: _size, ...part } = choice;
      const wholesalePkr = wholesalePrice ?? part.wholesalePkr;
      const minResalePkr = minResalePrice ?? part.minResalePkr;
      return [[variantId, { ...part, stock, wholesalePkr, minResalePkr }] as const];
    }),
  );
}

async function readInventory(supplier: SupplierClient, ids: readonly SupplierVariantId[]) {
  const items = [];
  for (let at = 0; at < ids.length; at += IDS_PER_READ) {
    items.push(...(await supplier.getInventory(ids.slice(at, at + IDS_PER_READ))));
  }
  return items.filter(({ available }) => available);
}

async function readChoices(ctx: GoodsByVariantDeps, productIds: ReadonlySet<SupplierProductId>) {
  const kept = await loadCatalogRows(ctx, productIds);
  const missing = [...productIds].filter((id) => !kept.has(id)).slice(0, MOST_READS);
  for (const id of missing) {
    const product = await readProduct(ctx.supplier, id);
    if (product !== null) kept.set(id, product);
  }
  const choices = [...kept.values()].flatMap(toChoices);
  return new Map(choices.map((choice) => [choice.supplierVariantId, choice]));
}

async function loadCatalogRows(
  { db, shop, mode }: GoodsByVariantDeps,
  productIds: ReadonlySet<SupplierProductId>,
) {
  const rows = await db.catalogProduct.findMany({
    where: {
      ...{ shopId: shop.id, mode, goneAt: null, hasVariants: true },
      supplierProductId: { in: [...productIds] },
    },
    select: { supplierProductId: true, product: true },
  });
  return new Map(
    rows.flatMap(({ supplierProductId, product }) => {
      const parsed = productSchema.safeParse(product);
      return parsed.success ? [[supplierProductId, parsed.data] as [SupplierProductId, SupplierProduct]] : [];
    }),
  );
}

async function readProduct(supplier: SupplierClient, id: SupplierProductId): Promise<SupplierProduct | null> {
  try {
    return await readProductForPage(supplier, id);
  } catch (error) {
    if (isSupplierError(error) && error.code === "not_found") return null;
    throw error;
  }
}
