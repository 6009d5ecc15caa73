import type { ListingState } from "#app/domain/catalog/listings/listing-state.ts";
import { cleanText } from "#app/domain/catalog/text/clean-text.ts";
import { type Rupees, rupees } from "#app/domain/money/rupees.ts";
import { estimateShipping, type MarginProjection, planMargin } from "#app/domain/policy/pricing/margin.ts";
import { applyPriceRule, type PriceRule } from "#app/domain/policy/pricing/price-rule.ts";
import type { SaleTerms } from "#app/domain/policy/terms/sale-terms.ts";
import type { SupplierProductId } from "#app/platform/ids.ts";
import type { SupplierProduct } from "#app/supplier/catalog.ts";
import type { Visibility } from "../channels/visibility.ts";
import type { StoreNames } from "../stores/name-stores.server.ts";

/** About, for one unit sold alone with free delivery. */
export type SaleProjection = MarginProjection & {
  /** What a prepaid order takes from the wallet at once: wholesale and shipping. */
  readonly walletPkr: Rupees;
};

export type CatalogCard = {
  readonly supplierProductId: SupplierProductId;
  readonly title: string;
  readonly imageUrl: string | null;
  readonly categoryName: string | null;
  /** What the store it ships from is called; null where the service names none. */
  readonly storeName: string | null;
  readonly weightKg: number | null;
  readonly stock: number;
  readonly inStock: boolean;
  readonly wholesalePkr: Rupees;
  readonly suggestedPkr: Rupees | null;
  /** The price the listing would start with, by the shop's rule. */
  readonly pricePkr: Rupees;
  readonly minResalePkr: Rupees | null;
  readonly about: SaleProjection;
  /** How many variants; null when the list did not say. */
  readonly variantCount: number | null;
  readonly listing: CardListing | null;
};

export type CardListing = {
  readonly id: string;
  readonly state: ListingState;
  readonly visibility: Visibility;
};

type CardFacts = {
  readonly rule: PriceRule;
  readonly terms: SaleTerms;
  readonly listing: CardListing | null;
  readonly stores: StoreNames;
};

/** A product with the merchant's price and what it brings; null without a wholesale price: it cannot be offered. */
export function toCard(
  product: SupplierProduct,
  { rule, terms, listing, stores }: CardFacts,
): CatalogCard | null {
  const { wholesalePrice, suggestedPrice, minResalePrice, variants } = product;
  if (wholesalePrice === null || wholesalePrice === undefined) return null;
  const facts = {
    wholesalePkr: wholesalePrice,
    suggestedPkr: suggestedPrice ?? null,
    minResalePkr: minResalePrice ?? null,
    ...{ shippingPkr: estimateShipping(product.shipping, terms), terms },
  };
  const { pricePkr } = applyPriceRule(rule, facts);
  return {
    ...{ supplierProductId: product.id, listing, pricePkr },
    title: cleanText(product.title, 255),
    imageUrl: safeImages(product)[0] ?? null,
    categoryName: product.category?.name ?? null,
    storeName: stores.get(product.storeId ?? "") ?? null,
    weightKg: product.weightKg ?? null,
    stock: product.stock ?? 0,
    inStock: product.inStock ?? (product.stock ?? 0) > 0,
    ...{
      wholesalePkr: facts.wholesalePkr,
      suggestedPkr: facts.suggestedPkr,
      minResalePkr: facts.minResalePkr,
    },
    about: projectSale({ ...facts, pricePkr }),
    variantCount: variants && variants.length > 0 ? variants.length : null,
  };
}

export function projectSale(facts: Parameters<typeof planMargin>[0]): SaleProjection {
  return { ...planMargin(facts), walletPkr: rupees(facts.wholesalePkr + facts.shippingPkr) };
}

/** Addresses a browser may load from an encrypted page. */
export function safeImages({ images }: Pick<SupplierProduct, "images">): readonly string[] {
  return images.filter((url) => url.startsWith("https://"));
}
