import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { SupplierProductId } from "#app/platform/ids.ts";
import type { SupplierProduct } from "#app/supplier/catalog.ts";
import type { Mode } from "#app/supplier/mode.ts";
import type { CatalogFilter } from "./catalog-filter.ts";
import { toSupplierProduct } from "./catalog-row.ts";
import { countCatalog, findCatalogIds } from "./find-catalog-ids.server.ts";

type CachedContext = Pick<ShopContext, "shop" | "db">;
type FoundProductsQuery = { readonly mode: Mode; readonly filter: CatalogFilter };

/** Ids of all a filter finds in our copy of the catalog, in its order, up to a limit; and how many there are. */
export async function listFoundProductIds(
  { shop, db }: CachedContext,
  { mode, filter, limit }: FoundProductsQuery & { readonly limit: number },
): Promise<{ readonly ids: readonly SupplierProductId[]; readonly found: number }> {
  const place = { shopId: shop.id, mode };
  const [rows, found] = await Promise.all([
    findCatalogIds(db, place, { filter, sort: "catalog", cursor: null, limit }),
    countCatalog(db, place, { filter, most: 1_000_000 }),
  ]);
  return { ids: rows.map(({ id }) => id), found };
}

export type CachedProduct = {
  readonly product: SupplierProduct;
  /** False where the list did not carry its variants: then it has to be read by id (R29). */
  readonly hasVariants: boolean;
  readonly seenAt: Date;
};

/** Products of our copy of the catalog that are still offered, by id; what it does not hold is left out. */
export async function listCachedProducts(
  { shop, db }: CachedContext,
  { mode, ids }: { readonly mode: Mode; readonly ids: readonly SupplierProductId[] },
): Promise<ReadonlyMap<SupplierProductId, CachedProduct>> {
  const rows = await db.catalogProduct.findMany({
    where: { shopId: shop.id, mode, supplierProductId: { in: [...ids] }, goneAt: null },
    select: { supplierProductId: true, product: true, hasVariants: true, seenAt: true },
  });
  return new Map(
    rows.map(({ supplierProductId, product, hasVariants, seenAt }) => [
      supplierProductId,
      { product: toSupplierProduct(product), hasVariants, seenAt },
    ]),
  );
}
