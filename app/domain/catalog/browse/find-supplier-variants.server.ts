import { cleanText } from "#app/domain/catalog/text/clean-text.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { type Rupees, rupees } from "#app/domain/money/rupees.ts";
import type { SupplierProductId, SupplierVariantId } from "#app/platform/ids.ts";
import { onlyVariantOf, type SupplierProduct, type SupplierVariant } from "#app/supplier/catalog.ts";
import { isSupplierError } from "#app/supplier/errors.ts";
import { toSupplierProduct } from "./catalog-row.ts";
import { readProductForPage } from "./product-for-page.server.ts";

/** One variant of the service's, as it is chosen from. Amounts in rupees. */
export type SupplierChoice = {
  readonly supplierProductId: SupplierProductId;
  readonly supplierVariantId: SupplierVariantId;
  readonly supplierStoreId: string | null;
  /** Product and variant in one. */
  readonly title: string;
  readonly productTitle: string;
  readonly color: string | null;
  readonly size: string | null;
  readonly sku: string | null;
  readonly stock: number;
  readonly wholesalePkr: Rupees;
  readonly minResalePkr: Rupees;
};

type StoredVariantsDeps = Pick<ShopContext, "shop" | "db" | "connection" | "supplier">;

/** All variants of a product from our own copy of the catalog; what that does not hold is read live. */
export async function findStoredVariants(
  ctx: StoredVariantsDeps,
  supplierProductId: SupplierProductId,
): Promise<readonly SupplierChoice[] | null> {
  const mode = ctx.connection?.mode;
  if (mode === undefined) return null;
  const where = { shopId_mode_supplierProductId: { shopId: ctx.shop.id, mode, supplierProductId } };
  const stored = await ctx.db.catalogProduct.findUnique({ where });
  if (stored?.goneAt) return null;
  if (stored?.hasVariants) return toChoices(toSupplierProduct(stored.product));
  return findSupplierVariants(ctx, supplierProductId);
}

/** All variants of a product, read live; null when the service has no such product. */
export async function findSupplierVariants(
  ctx: Pick<ShopContext, "supplier">,
  supplierProductId: SupplierProductId,
): Promise<readonly SupplierChoice[] | null> {
  if (!ctx.supplier) return null;
  try {
    return toChoices(await readProductForPage(ctx.supplier, supplierProductId));
  } catch (error) {
    if (isSupplierError(error) && error.code === "not_found") return null;
    throw error;
  }
}

/** A product without options is its own only variant, under the product's id (section Variant). */
export function toChoices(product: SupplierProduct): readonly SupplierChoice[] {
  const productTitle = cleanText(product.title, 255);
  const variants = product.variants?.length ? product.variants : onlyVariant(product);
  return variants.map((variant) => ({
    ...{ supplierProductId: product.id, supplierVariantId: variant.id, productTitle },
    supplierStoreId: product.storeId ?? null,
    title: [productTitle, nameOf(variant)].filter(Boolean).join(" – "),
    ...{ color: variant.color ?? null, size: variant.size ?? null, sku: variant.sku ?? null },
    stock: variant.stock ?? 0,
    wholesalePkr: variant.wholesalePrice,
    minResalePkr: variant.minResalePrice ?? product.minResalePrice ?? rupees(0),
  }));
}

type Choosable = Pick<
  SupplierVariant,
  "id" | "color" | "size" | "title" | "sku" | "stock" | "wholesalePrice" | "minResalePrice"
>;

function onlyVariant({ id, wholesalePrice, minResalePrice, stock }: SupplierProduct): readonly Choosable[] {
  if (wholesalePrice === null || wholesalePrice === undefined) return [];
  const plain = { color: null, size: null, title: "Default", sku: null };
  return [{ id: onlyVariantOf(id), wholesalePrice, minResalePrice, stock, ...plain }];
}

function nameOf({ color, size, title }: Pick<SupplierVariant, "color" | "size" | "title">): string {
  return [color, size].filter(Boolean).join(" / ") || (title === "Default" ? "" : (title ?? ""));
}
