import { formatRupees } from "#app/domain/money/format-rupees.ts";
import type { Rupees } from "#app/domain/money/rupees.ts";
import { wholeRupees } from "./whole-rupees.ts";

/** A price a run is to change, in rupees. */
export type RequestedChange = {
  readonly fromPkr: Rupees;
  readonly toPkr: Rupees;
  readonly fromCompareAtPkr: Rupees | null;
  readonly toCompareAtPkr: Rupees | null;
  /** Whether a price the merchant fixed moves with it. */
  readonly movesFixed?: boolean;
};

type Row = {
  readonly pricePkr: Rupees;
  readonly minResalePkr: Rupees;
  readonly fixedPricePkr: Rupees | null;
};

/** What stands in Shopify, in decimals of the shop's currency. */
type CurrentVariant = { readonly price: string; readonly compareAtPrice: string | null };

export type PriceVerdict =
  | { readonly kind: "write"; readonly writesCompareAt: boolean }
  /** Shopify has it already: a worker wrote it and died. */
  | { readonly kind: "stands" }
  /** Why not, as the merchant reads it. */
  | { readonly kind: "refused"; readonly reason: string };

const refused = (reason: string): PriceVerdict => ({ kind: "refused", reason });

/**
 * Whether a price is still what the preview said it was. Our own row may have moved on since (a cost changed, a price was
 * fixed) and the merchant may have changed it in Shopify: either stays.
 */
export function judgePriceChange(
  change: RequestedChange,
  row: Row,
  current: CurrentVariant | null,
): PriceVerdict {
  const { fromPkr, toPkr } = change;
  if (current === null) return refused("It is not in your store any more.");
  if (row.pricePkr !== fromPkr && row.pricePkr !== toPkr)
    return refused(`Its price became ${formatRupees(row.pricePkr)} in the meantime, and stays.`);
  const mayMove = change.movesFixed === true && row.fixedPricePkr === fromPkr;
  if (row.fixedPricePkr !== null && row.fixedPricePkr !== toPkr && !mayMove)
    return refused("You fixed its price. It stays.");
  if (row.minResalePkr > toPkr)
    return refused(`The lowest price allowed rose to ${formatRupees(row.minResalePkr)}.`);
  const now = wholeRupees(current.price);
  if (now !== fromPkr && now !== toPkr)
    return refused(`You changed it to ${shown(current.price)} in Shopify. It stays.`);
  return judgeCompareAt(change, now, current);
}

function judgeCompareAt(
  change: RequestedChange,
  now: number,
  { compareAtPrice }: CurrentVariant,
): PriceVerdict {
  const { fromPkr, toPkr, fromCompareAtPkr, toCompareAtPkr } = change;
  const crossedOut = compareAtPrice === null ? null : wholeRupees(compareAtPrice);
  const isOurs = crossedOut === fromCompareAtPkr && (compareAtPrice === null) === (fromCompareAtPkr === null);
  const writesCompareAt = fromCompareAtPkr !== toCompareAtPkr && isOurs;
  if (now !== toPkr || writesCompareAt) return { kind: "write", writesCompareAt };
  const isLeft = fromPkr === toPkr && crossedOut !== toCompareAtPkr;
  return isLeft ? refused("You set the crossed-out price yourself. It stays.") : { kind: "stands" };
}

function shown(decimals: string): string {
  const whole = wholeRupees(decimals);
  return whole === null ? `Rs ${decimals}` : formatRupees(whole);
}
