import { cleanText } from "#app/domain/catalog/text/clean-text.ts";
import type { SupplierProductId } from "#app/platform/ids.ts";
import { productSchema, type SupplierProduct } from "#app/supplier/catalog.ts";
import { foldWords } from "./search-words.ts";

/** A product as the cache keeps it, but for the shop, its place and when it was seen. Amounts in rupees. */
export type CatalogRow = {
  readonly id: SupplierProductId;
  readonly title: string;
  readonly search_text: string;
  readonly category_id: string | null;
  readonly category_name: string | null;
  readonly supplier_store_id: string | null;
  readonly wholesale_pkr: number;
  readonly suggested_pkr: number | null;
  readonly min_resale_pkr: number | null;
  readonly in_stock: boolean;
  readonly stock: number;
  readonly has_variants: boolean;
  readonly product: Omit<SupplierProduct, "raw">;
};

/** Null for a product without a wholesale price: it cannot be offered. */
export function toCatalogRow(received: SupplierProduct): CatalogRow | null {
  const product = withoutOddities(received);
  const { wholesalePrice, variants, category } = product;
  if (wholesalePrice === null || wholesalePrice === undefined) return null;
  const title = cleanText(product.title, 255);
  const skus = (variants ?? []).map(({ sku }) => sku ?? "");
  const words = [title, product.brand ?? "", category?.name ?? "", ...product.tags, ...skus].join(" ");
  return {
    ...{ id: product.id, title, search_text: foldWords(words).join(" "), product },
    ...{ category_id: category?.id ?? null, category_name: category?.name ?? null },
    ...{ supplier_store_id: product.storeId ?? null, wholesale_pkr: wholesalePrice },
    ...{ suggested_pkr: product.suggestedPrice ?? null, min_resale_pkr: product.minResalePrice ?? null },
    ...{ stock: product.stock ?? 0, in_stock: product.inStock ?? (product.stock ?? 0) > 0 },
    has_variants: (variants?.length ?? 0) > 0,
  };
}

/** A product of the cache as the service sent it. @throws ZodError for what nothing of ours wrote */
export function toSupplierProduct(stored: unknown): SupplierProduct {
  return productSchema.parse(stored);
}

/** Only what we read, and no text a database would refuse: NUL and halves of a character pair. */
function withoutOddities({ raw: _, category, ...product }: SupplierProduct): Omit<SupplierProduct, "raw"> {
  const known = category ? { id: category.id, name: category.name } : null;
  const json = JSON.stringify({ ...product, category: known }, (_key, value: unknown) =>
    typeof value === "string" ? value.replaceAll("\0", "").toWellFormed() : value,
  );
  const { raw: __, ...clean } = productSchema.parse(JSON.parse(json));
  return clean;
}
