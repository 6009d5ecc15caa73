import type { VariantChange } from "#app/shopify/operations/update-variants.ts";
import { foldText } from "./fold-text.ts";
import { isOwnSku } from "./own-sku.ts";
import type { PlannedListing, PlannedVariant } from "./plan-listing.ts";
import { wholeRupees } from "./pricing/whole-rupees.ts";

/** Says that some variants in the shop cannot be bought in this mode. */
export const VARIANTS_MISSING = "variants_missing";

type Option = { readonly name: string; readonly value: string };

/** A variant in the shop, as far as it tells which of the supplier's it is. */
export type StandingVariant = {
  readonly id: string;
  readonly inventoryItemId: string;
  readonly sku: string | null;
  /** Decimals of the shop's currency. */
  readonly price: string;
  readonly cost: string | null;
  /** The supplier's id we wrote on it, in whichever mode; null on a variant the merchant added. */
  readonly supplierVariantId: string | null;
  readonly options: readonly Option[];
};

export type AdoptedVariant = { readonly planned: PlannedVariant; readonly standing: StandingVariant };

export type Adoption =
  | {
      readonly kind: "same_goods";
      readonly variants: readonly AdoptedVariant[];
      /** Prices and costs to write in the shop. */
      readonly changes: readonly VariantChange[];
      /** Of ours, and not offered in this mode: nobody may buy them. */
      readonly missing: readonly StandingVariant[];
    }
  /** Neither title nor any SKU agrees: nothing is linked on the strength of a number alone. */
  | { readonly kind: "other_goods" };

export type AdoptionFacts = {
  readonly goods: PlannedListing;
  /** What the product was called when it was imported. */
  readonly knownTitle: string;
  readonly standing: readonly StandingVariant[];
  /** By variant of the shop: the price the app last gave it. */
  readonly givenPrices: ReadonlyMap<string, number>;
};

/**
 * Which variants in the shop are which of a product's in this mode (R23). Ids are per mode, so an id alone proves
 * nothing: title or SKU has to agree as well. Prices the merchant set are the merchant's.
 */
export function planAdoption({ goods, knownTitle, standing, givenPrices }: AdoptionFacts): Adoption {
  if (!agrees(goods, knownTitle, standing)) return { kind: "other_goods" };
  const free = new Set(standing);
  const variants = goods.variants.flatMap((planned) => {
    const found = findStanding(goods, planned, [...free]);
    if (found === null) return [];
    free.delete(found);
    return [{ planned, standing: found }];
  });
  if (variants.length === 0) return { kind: "other_goods" };
  return {
    kind: "same_goods",
    variants,
    changes: variants.flatMap((variant) => planChange(variant, givenPrices.get(variant.standing.id))),
    missing: [...free].filter((variant) => variant.supplierVariantId !== null),
  };
}

function agrees(goods: PlannedListing, knownTitle: string, standing: readonly StandingVariant[]): boolean {
  if (foldText(goods.title) === foldText(knownTitle)) return true;
  const skus = new Set(standing.flatMap(({ sku }) => (sku ? [foldText(sku)] : [])));
  return goods.variants.some(({ sku }) => sku !== null && skus.has(foldText(sku)));
}

function findStanding(
  goods: PlannedListing,
  planned: PlannedVariant,
  free: readonly StandingVariant[],
): StandingVariant | null {
  const sku = planned.sku === null ? null : foldText(planned.sku);
  const isNamed = (variant: StandingVariant) => variant.sku !== null && !isOwnSku(variant.sku);
  const isOther = (variant: StandingVariant) =>
    sku !== null && isNamed(variant) && foldText(variant.sku ?? "") !== sku;
  const possible = free.filter((variant) => !isOther(variant));
  const bySku = sku === null ? [] : possible.filter(isNamed);
  const options = optionsOf(goods, planned.supplierVariantId);
  const byOptions = possible.filter((variant) => optionKey(variant.options) === options);
  return (
    only(bySku) ??
    possible.find((variant) => variant.supplierVariantId === planned.supplierVariantId) ??
    only(byOptions)
  );
}

function only<T>(found: readonly T[]): T | null {
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** A price is changed only where the app gave the one that stands; the cost is always the supplier's. */
function planChange({ planned, standing }: AdoptedVariant, given: number | undefined): VariantChange[] {
  const now = wholeRupees(standing.price);
  const isOurs = now !== null && now === given;
  const compareAt = planned.compareAtPkr === null ? {} : { compareAtPkr: planned.compareAtPkr };
  const price = isOurs && planned.pricePkr !== now ? { pricePkr: planned.pricePkr, ...compareAt } : {};
  const costs = standing.cost === null ? null : wholeRupees(standing.cost);
  const cost = costs === planned.wholesalePkr ? {} : { costPkr: planned.wholesalePkr };
  const change = { id: standing.id, ...price, ...cost };
  return Object.keys(change).length > 1 ? [change] : [];
}

/** What our row holds of prices once a variant is adopted. */
export type AdoptedPrice = {
  readonly pricePkr: number;
  readonly compareAtPkr: number | null;
  readonly fixedPricePkr: number | null;
  readonly pushedPricePkr: number | null;
  readonly pushedCostPkr: number;
};

/** A price the merchant gave stays, and counts as fixed by them; `changes` are those of the adoption. */
export function planAdoptedPrice(
  { planned, standing }: AdoptedVariant,
  changes: readonly VariantChange[],
): AdoptedPrice {
  const pushedCostPkr = planned.wholesalePkr;
  const { pricePkr, compareAtPkr } = planned;
  const written = changes.find(({ id }) => id === standing.id)?.pricePkr;
  const now = written ?? wholeRupees(standing.price);
  if (now === pricePkr) {
    return { pricePkr, compareAtPkr, fixedPricePkr: null, pushedPricePkr: pricePkr, pushedCostPkr };
  }
  // Paisa cannot be kept as rupees: such a price is noticed as the merchant's when it is looked at.
  if (now === null)
    return { pricePkr, compareAtPkr, fixedPricePkr: null, pushedPricePkr: null, pushedCostPkr };
  return { pricePkr: now, compareAtPkr: null, fixedPricePkr: now, pushedPricePkr: now, pushedCostPkr };
}

function optionsOf(goods: PlannedListing, supplierVariantId: string): string {
  const spec = goods.product.variants.find((each) => each.supplierVariantId === supplierVariantId);
  return optionKey(spec?.options ?? []);
}

function optionKey(options: readonly Option[]): string {
  return JSON.stringify(options.map(({ name, value }) => [foldText(name), foldText(value)]).toSorted());
}
