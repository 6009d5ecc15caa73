import { applyBulkPrice } from "#app/domain/catalog/pricing/bulk-price.ts";
import { cleanText } from "#app/domain/catalog/text/clean-text.ts";
import { cutContacts, hasContacts } from "#app/domain/catalog/text/drop-contacts.ts";
import { type Rupees, rupees } from "#app/domain/money/rupees.ts";
import { estimateShipping } from "#app/domain/policy/pricing/margin.ts";
import { applyPriceRule, type PriceRule } from "#app/domain/policy/pricing/price-rule.ts";
import type { SaleTerms } from "#app/domain/policy/terms/sale-terms.ts";
import type { SupplierProductId, SupplierVariantId } from "#app/platform/ids.ts";
import type { ProductSpec } from "#app/shopify/operations/products/set-product.ts";
import { onlyVariantOf, type SupplierProduct, type SupplierVariant } from "#app/supplier/catalog.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { textToDescription } from "./description-text.ts";
import type { ListingChoices } from "./listing-choices.ts";
import { toOwnSku } from "./own-sku.ts";
import { planOptions } from "./plan-options.ts";

const MAX_LINE_LENGTH = 255;
const MAX_IMAGES = 250;
const MAX_TAGS = 250;

export type PlannedVariant = {
  readonly supplierVariantId: SupplierVariantId;
  readonly sku: string | null;
  readonly title: string;
  readonly weightKg: number | null;
  readonly wholesalePkr: Rupees;
  readonly minResalePkr: Rupees;
  readonly suggestedPkr: Rupees | null;
  readonly supplierCompareAtPkr: Rupees | null;
  readonly pricePkr: Rupees;
  readonly compareAtPkr: Rupees | null;
  /** The merchant's own price; absent where the rule decides. */
  readonly fixedPricePkr?: Rupees;
  readonly stock: number;
};

export type PlannedListing = {
  readonly title: string;
  readonly imageUrl: string | null;
  readonly storeId: string | null;
  /** Shipping cost of one unit shipped alone, as estimated (R29). */
  readonly shippingPkr: Rupees;
  readonly variants: readonly PlannedVariant[];
  readonly product: ProductSpec;
};

export type ListingFacts = {
  readonly mode: Mode;
  readonly product: SupplierProduct;
  /** The product's description after `sanitizeDescription`. */
  readonly descriptionHtml: string;
  readonly vendor: string;
  /** What is possible: one that could not be delivered stays a draft, whatever was chosen (R45). */
  readonly status: "ACTIVE" | "DRAFT";
  /** Names a customer must not read. */
  readonly hiddenNames: readonly string[];
  readonly priceRule: PriceRule;
  readonly terms: SaleTerms;
  /** What the merchant chose otherwise before it was imported. */
  readonly choices?: ListingChoices;
};

/** A product of one mode is another product in the other (R23). */
export function listingKey(mode: Mode, supplierProductId: SupplierProductId): string {
  return `${mode}-${supplierProductId}`;
}

/** What a supplier's product becomes in the shop. `brand` is written only where it was chosen, a null weight stays unset (R30). */
export function planListing(facts: ListingFacts): PlannedListing {
  const { mode, product, choices = {} } = facts;
  const content = planContent({ ...facts, choices });
  const sold = soldVariants(product, choices);
  const variants = sold.map((variant) => planVariant(facts, variant));
  const images = listImages(product).filter((url) => !choices.imagesLeftOut?.includes(url));
  return {
    title: content.title,
    imageUrl: images[0] ?? null,
    storeId: product.storeId ?? null,
    shippingPkr: estimateShipping(product.shipping, facts.terms),
    variants,
    product: {
      supplierProductId: listingKey(mode, product.id),
      ...content,
      status: facts.status === "ACTIVE" ? (choices.status ?? "ACTIVE") : "DRAFT",
      vendor: (choices.vendor === "brand" ? brandOf(facts) : null) ?? facts.vendor,
      ...(choices.collections ? { collections: choices.collections } : {}),
      images: images.map((url) => ({ url, alt: content.title })),
      ...planShopifyVariants(facts, { sold, variants, images }),
    },
  };
}

export type PlannedContent = Required<
  Pick<ProductSpec, "title" | "descriptionHtml" | "productType" | "tags">
>;

/** The words of a listing: what the merchant wrote, else the supplier's without anything that leads past the merchant. */
export function planContent({
  product,
  descriptionHtml,
  hiddenNames,
  choices,
}: Pick<ListingFacts, "product" | "descriptionHtml" | "hiddenNames"> & {
  readonly choices: ListingChoices;
}): PlannedContent {
  const lineOf = (text: string) => cutContacts(cleanText(text, MAX_LINE_LENGTH), hiddenNames);
  const clean = (list: readonly string[]) => list.map((tag) => cleanText(tag, MAX_LINE_LENGTH));
  // Judged as they will be read: cleaning brings together what markup held apart.
  const ofSupplier = clean(product.tags ?? []).filter((tag) => !hasContacts(tag, hiddenNames));
  const tags = choices.tags === undefined ? ofSupplier : clean(choices.tags);
  return {
    title: cleanText(choices.title ?? "", MAX_LINE_LENGTH) || lineOf(product.title) || product.id,
    descriptionHtml:
      choices.description === undefined ? descriptionHtml : textToDescription(choices.description),
    productType: cleanText(choices.productType ?? "", MAX_LINE_LENGTH) || typeOf(),
    tags: [...new Set(tags)].filter((tag) => tag !== "").slice(0, MAX_TAGS),
  };

  function typeOf(): string {
    return choices.productType === undefined ? lineOf(product.category?.name ?? "") : "";
  }
}

/** The brand as customers may read it; null where the supplier names none. */
export function brandOf({
  product,
  hiddenNames,
}: Pick<ListingFacts, "product" | "hiddenNames">): string | null {
  return cutContacts(cleanText(product.brand ?? "", MAX_LINE_LENGTH), hiddenNames) || null;
}

function soldVariants(product: SupplierProduct, choices: ListingChoices): readonly SupplierVariant[] {
  return listVariants(product).filter(({ id }) => !choices.variantsLeftOut?.includes(id));
}

/** A product that states no variants is its own only variant, under the product's id (section Variant). */
export function listVariants(product: SupplierProduct): readonly SupplierVariant[] {
  if (product.variants && product.variants.length > 0) return product.variants;
  const { id, title, wholesalePrice, suggestedPrice, minResalePrice, stock } = product;
  if (wholesalePrice === null || wholesalePrice === undefined) return [];
  return [
    { id: onlyVariantOf(id), title, wholesalePrice, suggestedPrice, minResalePrice, stock, isDefault: true },
  ];
}

/** The rule's price of one variant with its floor, before anything the merchant chose. */
export function proposePrice(
  { priceRule, terms }: Pick<ListingFacts, "priceRule" | "terms">,
  product: SupplierProduct,
  variant: SupplierVariant,
) {
  return applyPriceRule(priceRule, {
    wholesalePkr: variant.wholesalePrice,
    suggestedPkr: variant.suggestedPrice ?? product.suggestedPrice ?? null,
    supplierCompareAtPkr: product.compareAtPrice ?? null,
    minResalePkr: variant.minResalePrice ?? null,
    shippingPkr: estimateShipping(product.shipping, terms),
    terms,
  });
}

function planVariant(facts: ListingFacts, variant: SupplierVariant): PlannedVariant {
  const { product } = facts;
  const proposed = proposePrice(facts, product, variant);
  const minResalePkr = variant.minResalePrice ?? rupees(0);
  const chosen = chosenPrice(facts, variant);
  return {
    supplierVariantId: variant.id,
    sku: variant.sku ? cleanText(variant.sku, MAX_LINE_LENGTH) : null,
    // The only variant of a product is the product: "Default" says nothing to a merchant.
    title: variant.isDefault ? "" : cleanText(variant.title ?? "", MAX_LINE_LENGTH),
    weightKg: product.weightKg ?? null,
    wholesalePkr: variant.wholesalePrice,
    minResalePkr,
    suggestedPkr: variant.suggestedPrice ?? product.suggestedPrice ?? null,
    supplierCompareAtPkr: product.compareAtPrice ?? null,
    ...(chosen === undefined
      ? { pricePkr: proposed.pricePkr, compareAtPkr: proposed.compareAtPkr }
      : {
          fixedPricePkr: chosen,
          pricePkr: rupees(Math.max(chosen, minResalePkr)),
          compareAtPkr: (proposed.compareAtPkr ?? 0) > chosen ? proposed.compareAtPkr : null,
        }),
    stock: Math.max(0, variant.stock ?? 0),
  };
}

/** The price a person gave a variant, by itself or with many others; undefined where the rule decides. */
function chosenPrice(
  { product, terms, choices = {} }: ListingFacts,
  { id, wholesalePrice, minResalePrice }: SupplierVariant,
): Rupees | undefined {
  const { prices = {}, bulkPrice } = choices;
  // An id may be the name of what every object has.
  if (Object.hasOwn(prices, id)) return prices[id];
  if (bulkPrice === undefined) return undefined;
  return applyBulkPrice(bulkPrice, {
    ...{ wholesalePkr: wholesalePrice, minResalePkr: minResalePrice ?? rupees(0), terms },
    shippingPkr: estimateShipping(product.shipping, terms),
  });
}

type ToWrite = {
  readonly sold: readonly SupplierVariant[];
  readonly variants: readonly PlannedVariant[];
  /** Addresses of the pictures that are copied. */
  readonly images: readonly string[];
};

function planShopifyVariants(
  { hiddenNames }: ListingFacts,
  { sold, variants, images }: ToWrite,
): Pick<ProductSpec, "options" | "variants"> {
  const imageOf = new Map(sold.map(({ id, image }) => [id, images.find((url) => url === image) ?? null]));
  const cut = (text: string | null | undefined) =>
    text ? cutContacts(cleanText(text, MAX_LINE_LENGTH), hiddenNames) : text;
  const { options, valuesOf } = planOptions(
    sold.map(({ color, size, title, sku, ...variant }) => ({
      ...variant,
      color: cut(color),
      size: cut(size),
      title: cut(title),
      sku: cut(sku),
    })),
  );
  // Shopify's own way to say that a product has no options.
  const named = options.length > 0 ? options : [{ name: "Title", values: ["Default Title"] }];
  return {
    options: named,
    variants: variants.map((variant) => ({
      supplierVariantId: variant.supplierVariantId,
      // Customers see it as well; our own rows keep the supplier's (R23). Without one it could not be stocked (R43).
      sku:
        variant.sku === null || variant.sku === "" || hasContacts(variant.sku, hiddenNames)
          ? toOwnSku(variant.supplierVariantId)
          : variant.sku,
      options: named.map(({ name, values }, index) => ({
        name,
        value: valuesOf.get(variant.supplierVariantId)?.[index] ?? values[0] ?? "",
      })),
      pricePkr: variant.pricePkr,
      compareAtPkr: variant.compareAtPkr,
      costPkr: variant.wholesalePkr,
      weightKg: variant.weightKg,
      imageUrl: imageOf.get(variant.supplierVariantId) ?? null,
    })),
  };
}

/** Each image once, the product's before its variants'; only what Shopify can fetch in the open. */
export function listImages(product: SupplierProduct): readonly string[] {
  return allImages(product)
    .filter((url) => /^https:\/\/[^\s]+$/i.test(url) && URL.canParse(url))
    .slice(0, MAX_IMAGES);
}

/** How many pictures the supplier shows that Shopify cannot copy: their addresses are not open ones, or they are too many. */
export function countLeftImages(product: SupplierProduct): number {
  return allImages(product).length - listImages(product).length;
}

function allImages({ images, variants }: SupplierProduct): readonly string[] {
  const all = [...images, ...(variants ?? []).map(({ image }) => image ?? "")];
  return [...new Set(all)].filter((url) => url !== "");
}
