import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { SupplierProductId } from "#app/platform/ids.ts";
import { productSchema, type SupplierProduct } from "#app/supplier/catalog.ts";
import type { SupplierClient } from "#app/supplier/client.ts";
import type { Mode } from "#app/supplier/mode.ts";

/** A product as the service offers it, and since when at the latest that stands, by the service's clock. */
export type Goods = { readonly product: SupplierProduct; readonly readAt: Date };

/** So old may a product of our own cache be to be imported from it; its stock is looked at again by the stock sweep. */
const FRESH_MS = 12 * 3600 * 1000;

/**
 * What is read may be a minute old, and it was read by our clock, while events are dated by the service's (D-50): all that
 * it tells from so long before the reading on counts as newer.
 */
const LATE_MS = 10 * 60_000;

type Source = Pick<ShopContext, "shop" | "db" | "clock"> & { readonly supplier: SupplierClient };

/**
 * A product with its variants: from the cache of the catalog where that carries them and is of the last walk or two, else read, which
 * costs a call (R29). @throws SupplierError `not_found` for one the service does not offer
 */
export async function findGoodsToImport(
  { shop, db, clock, supplier }: Source,
  mode: Mode,
  supplierProductId: SupplierProductId,
): Promise<Goods> {
  const shopId = shop.id;
  const cached = await db.catalogProduct.findUnique({
    where: { shopId_mode_supplierProductId: { shopId, mode, supplierProductId } },
    select: { product: true, hasVariants: true, seenAt: true, goneAt: true },
  });
  const now = clock.now();
  if (cached?.hasVariants && cached.goneAt === null && now.getTime() - cached.seenAt.getTime() < FRESH_MS) {
    const parsed = productSchema.safeParse(cached.product);
    if (parsed.success) return { product: parsed.data, readAt: new Date(cached.seenAt.getTime() - LATE_MS) };
  }
  const product = await supplier.getProduct(supplierProductId);
  return { product, readAt: new Date(now.getTime() - LATE_MS) };
}
