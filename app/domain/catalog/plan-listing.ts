import { type Rupees, rupees } from "#app/domain/orders/money/rupees.ts";
import type { ProductSpec } from "#app/shopify/operations/set-product.ts";
import type { SupplierProduct, SupplierVariant } from "#app/supplier/catalog.ts";
import { cleanText } from "./clean-text.ts";
import { planOptions } from "./plan-options.ts";
import { planPrice } from "./plan-price.ts";
import { sanitizeDescription } from "./sanitize-description.ts";

const MAX_TITLE_LENGTH = 255;
const MAX_IMAGES = 250;

export type PlannedVariant = {
  readonly supplierVariantId: string;
  readonly sku: string | null;
  readonly title: string;
  readonly weightKg: number | null;
  readonly wholesalePkr: Rupees;
  readonly minResalePkr: Rupees;
  readonly pricePkr: Rupees;
  readonly stock: number;
};

export type PlannedListing = {
  readonly title: string;
  readonly imageUrl: string | null;
  readonly storeId: string | null;
  readonly variants: readonly PlannedVariant[];
  readonly product: ProductSpec;
};

export type ListingFacts = {
  readonly mode: string;
  readonly product: SupplierProduct;
  readonly vendor: string;
  readonly status: "ACTIVE" | "DRAFT";
  /** Names a customer must not read. */
  readonly hiddenNames: readonly string[];
};

/** A product of one mode is another product in the other (R23). */
export function listingKey(mode: string, supplierProductId: string): string {
  return `${mode}-${supplierProductId}`;
}

/** What a supplier's product becomes in the shop. `brand` is not written, a null weight stays unset (R30). */
export function planListing({ mode, product, vendor, status, hiddenNames }: ListingFacts): PlannedListing {
  const title = cleanText(product.title, MAX_TITLE_LENGTH) || product.id;
  const variants = variantsOf(product).map((variant) => planVariant(product, variant));
  const images = listImages(product);
  return {
    title,
    imageUrl: images[0] ?? null,
    storeId: product.storeId ?? null,
    variants,
    product: {
      supplierProductId: listingKey(mode, product.id),
      title,
      descriptionHtml: sanitizeDescription(product.description ?? "", hiddenNames),
      status,
      vendor,
      ...(product.category?.name ? { productType: cleanText(product.category.name, MAX_TITLE_LENGTH) } : {}),
      images: images.map((url) => ({ url, alt: title })),
      ...planShopifyVariants(product, variants),
    },
  };
}

/** A product that states no variants is its own only variant, under the product's id (section Variant). */
function variantsOf(product: SupplierProduct): readonly SupplierVariant[] {
  if (product.variants && product.variants.length > 0) return product.variants;
  const { id, title, wholesalePrice, suggestedPrice, minResalePrice, stock } = product;
  if (wholesalePrice === null || wholesalePrice === undefined) return [];
  return [{ id, title, wholesalePrice, suggestedPrice, minResalePrice, stock, isDefault: true }];
}

function planVariant(product: SupplierProduct, variant: SupplierVariant): PlannedVariant {
  return {
    supplierVariantId: variant.id,
    sku: variant.sku ? cleanText(variant.sku, MAX_TITLE_LENGTH) : null,
    // The only variant of a product is the product: "Default" says nothing to a merchant.
    title: variant.isDefault ? "" : cleanText(variant.title ?? "", MAX_TITLE_LENGTH),
    weightKg: product.weightKg ?? null,
    wholesalePkr: variant.wholesalePrice,
    minResalePkr: variant.minResalePrice ?? rupees(0),
    pricePkr: planPrice({ ...variant, suggestedPrice: variant.suggestedPrice ?? product.suggestedPrice }),
    stock: Math.max(0, variant.stock ?? 0),
  };
}

function planShopifyVariants(
  product: SupplierProduct,
  variants: readonly PlannedVariant[],
): Pick<ProductSpec, "options" | "variants"> {
  const { options, valuesOf } = planOptions(variantsOf(product));
  // Shopify's own way to say that a product has no options.
  const named = options.length > 0 ? options : [{ name: "Title", values: ["Default Title"] }];
  return {
    options: named,
    variants: variants.map((variant) => ({
      supplierVariantId: variant.supplierVariantId,
      sku: variant.sku,
      options: named.map(({ name, values }, index) => ({
        name,
        value: valuesOf.get(variant.supplierVariantId)?.[index] ?? values[0] ?? "",
      })),
      pricePkr: variant.pricePkr,
      costPkr: variant.wholesalePkr,
      weightKg: variant.weightKg,
    })),
  };
}

/** Each image once, the product's before its variants'; only what Shopify can fetch in the open. */
function listImages(product: SupplierProduct): readonly string[] {
  const all = [...product.images, ...(product.variants ?? []).map((variant) => variant.image ?? "")];
  return [...new Set(all)].filter((url) => /^https:\/\/[^\s]+$/i.test(url)).slice(0, MAX_IMAGES);
}
