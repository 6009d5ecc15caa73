import type { ShopContext } from "#app/domain/shops/shop-context.server.ts";
import type { SupplierVariant } from "#app/supplier/catalog.ts";
import { isSupplierError } from "#app/supplier/errors.ts";
import { cleanText } from "./clean-text.ts";

/** One variant of the service's, as it is chosen from. Amounts in rupees. */
export type SupplierChoice = {
  readonly supplierProductId: string;
  readonly supplierVariantId: string;
  readonly supplierStoreId: string | null;
  readonly title: string;
  readonly sku: string | null;
  readonly stock: number;
  readonly wholesalePkr: number;
  readonly minResalePkr: number;
};

/** All variants of a product, read live; null when the service has no such product. */
export async function findSupplierVariants(
  ctx: Pick<ShopContext, "supplier">,
  supplierProductId: string,
): Promise<readonly SupplierChoice[] | null> {
  if (!ctx.supplier) return null;
  try {
    const product = await ctx.supplier.getProduct(supplierProductId);
    return (product.variants ?? []).map((variant) => ({
      supplierProductId: product.id,
      supplierVariantId: variant.id,
      supplierStoreId: product.storeId ?? null,
      title: [cleanText(product.title, 255), nameOf(variant)].filter(Boolean).join(" – "),
      sku: variant.sku ?? null,
      stock: variant.stock ?? 0,
      wholesalePkr: variant.wholesalePrice,
      minResalePkr: variant.minResalePrice ?? product.minResalePrice ?? 0,
    }));
  } catch (error) {
    if (isSupplierError(error) && error.code === "not_found") return null;
    throw error;
  }
}

type Named = Pick<SupplierVariant, "color" | "size" | "title">;

function nameOf({ color, size, title }: Named): string {
  return [color, size].filter(Boolean).join(" / ") || (title === "Default" ? "" : (title ?? ""));
}
