import { cleanText } from "#app/domain/catalog/text/clean-text.ts";
import { foldText } from "#app/domain/catalog/text/fold-text.ts";
import type { SupplierProductId } from "#app/platform/ids.ts";
import type { SupplierProduct } from "#app/supplier/catalog.ts";
import type { SupplierClient } from "#app/supplier/client.ts";
import { isSupplierError } from "#app/supplier/errors.ts";

const MOST_LOOKED_AT = 20;
const MAX_TITLE_LENGTH = 255;

type GoodsQuery = {
  readonly supplierProductId: SupplierProductId;
  readonly title: string;
  readonly skus: readonly string[];
};

/**
 * A product as the key in use offers it: by its id, else, as ids are per mode (R23), the one product of the same title
 * or with one of its SKUs. Null where none, or more than one, could be it.
 */
export async function findGoods(
  supplier: SupplierClient,
  wanted: GoodsQuery,
): Promise<SupplierProduct | null> {
  return (await findById(supplier, wanted.supplierProductId)) ?? findByName(supplier, wanted);
}

async function findById(
  supplier: SupplierClient,
  productId: SupplierProductId,
): Promise<SupplierProduct | null> {
  try {
    return await supplier.getProduct(productId);
  } catch (error) {
    if (isSupplierError(error) && error.kind === "definite" && error.code === "not_found") return null;
    throw error;
  }
}

async function findByName(
  supplier: SupplierClient,
  { title, skus }: GoodsQuery,
): Promise<SupplierProduct | null> {
  if (title === "") return null;
  const { data } = await supplier.listProducts({ search: title, limit: MOST_LOOKED_AT });
  const named = data.filter(
    (product) => foldText(cleanText(product.title, MAX_TITLE_LENGTH)) === foldText(title),
  );
  if (named.length === 1 && named[0]) return supplier.getProduct(named[0].id);
  const wanted = new Set(skus.map(foldText));
  const carrying = named.filter(({ variants }) =>
    variants?.some(({ sku }) => sku && wanted.has(foldText(sku))),
  );
  return carrying.length === 1 && carrying[0] ? supplier.getProduct(carrying[0].id) : null;
}
