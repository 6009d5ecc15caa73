import type { ChoicesOfProducts, ListingChoices } from "#app/domain/catalog/import/listing-choices.ts";
import type { ReviewProduct, ReviewVariant } from "#app/domain/catalog/import/review-import.server.ts";
import { applyBulkPrice, type BulkPrice } from "#app/domain/catalog/pricing/bulk-price.ts";
import type { Rupees } from "#app/domain/money/rupees.ts";
import { type CostFacts, planMargin } from "#app/domain/policy/pricing/margin.ts";
import type { SaleTerms } from "#app/domain/policy/terms/sale-terms.ts";

type ShippingCost = Pick<ReviewProduct, "shippingPkr">;

export type PricedVariant = {
  readonly pricePkr: Rupees;
  /** About what one unit brings when delivered, shipping and fee taken; negative where it loses. */
  readonly deliveredPkr: Rupees;
  readonly isTooLow: boolean;
};

/** How prices are reckoned that have nothing of their own. */
export type Reckoning = {
  readonly terms: SaleTerms;
  /** How all are priced; null: by the price rule. */
  readonly bulkPrice: BulkPrice | null;
};

/** The price a variant would get: its own, that of many at once, else the rule's. */
export function priceVariant(
  product: ShippingCost,
  variant: ReviewVariant,
  { prices }: ListingChoices,
  reckoning: Reckoning,
): PricedVariant {
  const pricePkr = prices?.[variant.id] ?? unchangedPrice(product, variant, reckoning);
  const { deliveredPkr } = planMargin({
    ...toCost(product, variant, reckoning.terms),
    pricePkr,
  });
  return { pricePkr, deliveredPkr, isTooLow: pricePkr < variant.minResalePkr };
}

/** What stands in its field before anybody types. */
export function unchangedPrice(
  product: ShippingCost,
  variant: ReviewVariant,
  { terms, bulkPrice }: Reckoning,
): Rupees {
  if (bulkPrice === null) return variant.pricePkr;
  const { minResalePkr } = variant;
  return applyBulkPrice(bulkPrice, { ...toCost(product, variant, terms), minResalePkr });
}

function toCost({ shippingPkr }: ShippingCost, { wholesalePkr }: ReviewVariant, terms: SaleTerms): CostFacts {
  return { wholesalePkr, shippingPkr, terms };
}

/** The prices of a product's variants, where many are priced and these are among them. */
export function pricesInBulk(product: ReviewProduct, reckoning: Reckoning): Readonly<Record<string, number>> {
  return Object.fromEntries(
    product.variants.map((variant) => [variant.id, unchangedPrice(product, variant, reckoning)]),
  );
}

/** A variant worth a look before the import, and where it is. */
export type Spot = {
  readonly productId: string;
  readonly variantId: string;
  /** Product and variant in one. */
  readonly title: string;
  /** Place of the first product of its page. */
  readonly from: number;
};

export type SeenProduct = { readonly product: ReviewProduct; readonly from: number };

type ReviewState = {
  readonly seen: readonly SeenProduct[];
  readonly choices: ChoicesOfProducts;
  readonly reckoning: Reckoning;
};

/** Variants seen so far whose price stops the import, and those that lose money when delivered. */
export function listSpots({ seen, choices, reckoning }: ReviewState) {
  const priced = seen.flatMap(({ product, from }) => {
    const own = choices[product.id] ?? {};
    if (product.imported) return [];
    return product.variants
      .filter(({ id }) => !own.variantsLeftOut?.includes(id))
      .map((variant) => ({
        spot: toSpot(product, variant, from),
        isOwn: own.prices?.[variant.id] !== undefined,
        ...priceVariant(product, variant, own, reckoning),
      }));
  });
  const tooLow = priced.filter(({ isTooLow, isOwn }) => isTooLow && isOwn);
  const losing = priced.filter(({ deliveredPkr, isTooLow }) => deliveredPkr < 0 && !isTooLow);
  return { tooLow: tooLow.map(({ spot }) => spot), losing: losing.map(({ spot }) => spot) };
}

function toSpot({ id, title }: ReviewProduct, variant: ReviewVariant, from: number): Spot {
  const name = variant.name === "" ? title : `${title}, ${variant.name}`;
  return { productId: id, variantId: variant.id, title: name, from };
}

/** The id of a variant's price field. */
export function priceFieldId(variantId: string): string {
  return `price-of-${variantId}`;
}
