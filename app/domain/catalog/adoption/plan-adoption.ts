import { isOwnSku } from "#app/domain/catalog/import/own-sku.ts";
import type { PlannedListing, PlannedVariant } from "#app/domain/catalog/import/plan-listing.ts";
import { foldText } from "#app/domain/catalog/text/fold-text.ts";
import type { Rupees } from "#app/domain/money/rupees.ts";
import { wholeRupees } from "#app/domain/policy/pricing/whole-rupees.ts";
import type { InventoryItemGid, SupplierVariantId, VariantGid } from "#app/platform/ids.ts";
import type { VariantChange } from "#app/shopify/operations/products/update-variants.ts";

/** Says that some variants in the shop cannot be bought in this mode. */
export const VARIANTS_MISSING = "variants_missing";

type Option = { readonly name: string; readonly value: string };

/** A variant in the shop, as far as it tells which of the supplier's it is. */
export type ExistingVariant = {
  readonly id: VariantGid;
  readonly inventoryItemId: InventoryItemGid;
  readonly sku: string | null;
  /** Decimals of the shop's currency. */
  readonly price: string;
  readonly cost: string | null;
  /** The supplier's id we wrote on it, in whichever mode; null on a variant the merchant added. */
  readonly supplierVariantId: SupplierVariantId | null;
  readonly options: readonly Option[];
};

export type AdoptedVariant = { readonly planned: PlannedVariant; readonly existing: ExistingVariant };

export type Adoption =
  | {
      readonly kind: "same_goods";
      readonly variants: readonly AdoptedVariant[];
      /** Prices and costs to write in the shop. */
      readonly changes: readonly VariantChange[];
      /** Of ours, and not offered in this mode: nobody may buy them. */
      readonly missing: readonly ExistingVariant[];
    }
  /** Neither title nor any SKU agrees: nothing is linked on the strength of a number alone. */
  | { readonly kind: "other_goods" };

export type AdoptionFacts = {
  readonly goods: PlannedListing;
  /** What the product was called when it was imported. */
  readonly knownTitle: string;
  readonly existing: readonly ExistingVariant[];
  /** By variant of the shop: the price the app last gave it. */
  readonly givenPrices: ReadonlyMap<VariantGid, Rupees>;
};

/**
 * Which variants in the shop are which of a product's in this mode (R23). Ids are per mode, so an id alone proves
 * nothing: title or SKU has to agree as well. Prices the merchant set are the merchant's.
 */
export function planAdoption({ goods, knownTitle, existing, givenPrices }: AdoptionFacts): Adoption {
  if (!agrees(goods, knownTitle, existing)) return { kind: "other_goods" };
  const free = new Set(existing);
  const variants = goods.variants.flatMap((planned) => {
    const found = findExisting(goods, planned, [...free]);
    if (found === null) return [];
    free.delete(found);
    return [{ planned, existing: found }];
  });
  if (variants.length === 0) return { kind: "other_goods" };
  return {
    kind: "same_goods",
    variants,
    changes: variants.flatMap((variant) => planChange(variant, givenPrices.get(variant.existing.id))),
    missing: [...free].filter((variant) => variant.supplierVariantId !== null),
  };
}

function agrees(goods: PlannedListing, knownTitle: string, existing: readonly ExistingVariant[]): boolean {
  if (foldText(goods.title) === foldText(knownTitle)) return true;
  const skus = new Set(existing.flatMap(({ sku }) => (sku ? [foldText(sku)] : [])));
  return goods.variants.some(({ sku }) => sku !== null && skus.has(foldText(sku)));
}

function findExisting(
  goods: PlannedListing,
  planned: PlannedVariant,
  free: readonly ExistingVariant[],
): ExistingVariant | null {
  const sku = planned.sku === null ? null : foldText(planned.sku);
  const isNamed = (variant: ExistingVariant) => variant.sku !== null && !isOwnSku(variant.sku);
  const isOther = (variant: ExistingVariant) =>
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
function planChange({ planned, existing }: AdoptedVariant, given: Rupees | undefined): VariantChange[] {
  const now = wholeRupees(existing.price);
  const isOurs = now !== null && now === given;
  const compareAt = planned.compareAtPkr === null ? {} : { compareAtPkr: planned.compareAtPkr };
  const price = isOurs && planned.pricePkr !== now ? { pricePkr: planned.pricePkr, ...compareAt } : {};
  const costs = existing.cost === null ? null : wholeRupees(existing.cost);
  const cost = costs === planned.wholesalePkr ? {} : { costPkr: planned.wholesalePkr };
  const change = { id: existing.id, ...price, ...cost };
  return Object.keys(change).length > 1 ? [change] : [];
}

/** What our row holds of prices once a variant is adopted. */
export type AdoptedPrice = {
  readonly pricePkr: Rupees;
  readonly compareAtPkr: Rupees | null;
  readonly fixedPricePkr: Rupees | null;
  readonly pushedPricePkr: Rupees | null;
  readonly pushedCostPkr: Rupees;
};

/** A price the merchant gave stays, and counts as fixed by them; `changes` are those of the adoption. */
export function planAdoptedPrice(
  { planned, existing }: AdoptedVariant,
  changes: readonly VariantChange[],
): AdoptedPrice {
  const pushedCostPkr = planned.wholesalePkr;
  const { pricePkr, compareAtPkr } = planned;
  const written = changes.find(({ id }) => id === existing.id)?.pricePkr;
  const now = written ?? wholeRupees(existing.price);
  if (now === pricePkr) {
    return { pricePkr, compareAtPkr, fixedPricePkr: null, pushedPricePkr: pricePkr, pushedCostPkr };
  }
  // Paisa cannot be kept as rupees: such a price is noticed as the merchant's when it is looked at.
  if (now === null)
    return { pricePkr, compareAtPkr, fixedPricePkr: null, pushedPricePkr: null, pushedCostPkr };
  return { pricePkr: now, compareAtPkr: null, fixedPricePkr: now, pushedPricePkr: now, pushedCostPkr };
}

function optionsOf(goods: PlannedListing, supplierVariantId: SupplierVariantId): string {
  const spec = goods.product.variants.find((each) => each.supplierVariantId === supplierVariantId);
  return optionKey(spec?.options ?? []);
}

function optionKey(options: readonly Option[]): string {
  return JSON.stringify(options.map(({ name, value }) => [foldText(name), foldText(value)]).toSorted());
}
