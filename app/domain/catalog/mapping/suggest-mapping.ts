import { foldText } from "#app/domain/catalog/text/fold-text.ts";
import type { SupplierVariantId, VariantGid } from "#app/platform/ids.ts";

/** A variant of the merchant's product, as far as it tells what it is. */
export type OwnVariant = {
  readonly variantGid: VariantGid;
  readonly sku: string | null;
  readonly options: readonly { readonly name: string; readonly value: string }[];
  readonly productTitle: string;
  /** The service's id that was written on it when it was linked before. */
  readonly linkedBefore: SupplierVariantId | null;
};

/** One of the service's variants that it may be. */
export type SupplierGoods = {
  readonly supplierVariantId: SupplierVariantId;
  readonly sku: string | null;
  readonly color: string | null;
  readonly size: string | null;
  readonly productTitle: string;
};

export type Suggestion = {
  readonly supplierVariantId: SupplierVariantId;
  readonly because: "linked_before" | "sku" | "options" | "title";
};

type Rule = {
  readonly because: Suggestion["because"];
  readonly fits: (own: OwnVariant, goods: SupplierGoods) => boolean;
};

/** The surest first. */
const RULES: readonly Rule[] = [
  { because: "linked_before", fits: (own, goods) => own.linkedBefore === goods.supplierVariantId },
  { because: "sku", fits: (own, goods) => isSame(own.sku, goods.sku) },
  { because: "options", fits: haveSameOptions },
  { because: "title", fits: (own, goods) => isPlain(goods) && haveSameTitle(own, goods) },
];

/**
 * What each of the merchant's variants most likely is, and why. Only where exactly one fits: two that fit equally are
 * for a person, and nothing here is ever applied without a press.
 */
export function suggestMapping(
  variants: readonly OwnVariant[],
  goods: readonly SupplierGoods[],
): ReadonlyMap<VariantGid, Suggestion> {
  return new Map(
    variants.flatMap((own) => {
      const found = suggestFor(own, goods);
      return found === null ? [] : [[own.variantGid, found] as const];
    }),
  );
}

function suggestFor(own: OwnVariant, goods: readonly SupplierGoods[]): Suggestion | null {
  for (const { because, fits } of RULES) {
    const fitting = goods.filter((each) => fits(own, each));
    if (fitting.length > 1) return null;
    const [only] = fitting;
    if (only) return { supplierVariantId: only.supplierVariantId, because };
  }
  return null;
}

function isSame(left: string | null, right: string | null): boolean {
  return left !== null && right !== null && foldText(left) !== "" && foldText(left) === foldText(right);
}

/** All that the supplier tells apart by, color and size, is among the merchant's own values, whatever they are called. */
function haveSameOptions({ options }: OwnVariant, { color, size }: SupplierGoods): boolean {
  const wanted = [color, size].flatMap((value) => (value ? [foldText(value)] : []));
  const own = new Set(options.map(({ value }) => foldText(value)));
  return wanted.length > 0 && wanted.every((value) => own.has(value));
}

function isPlain({ color, size }: SupplierGoods): boolean {
  return !color && !size;
}

function haveSameTitle({ productTitle: own }: OwnVariant, { productTitle: theirs }: SupplierGoods): boolean {
  return isSame(own, theirs);
}
