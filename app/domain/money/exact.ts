import { Decimal } from "decimal.js";
import { type Rupees, rupees } from "./rupees.ts";

/** A decimal amount as Shopify writes it, in rupees: "4748.2". */
export type DecimalText = string;

/** An amount in rupees that has not been rounded yet. */
export type Exact = Decimal;

const ExactDecimal = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP });

/** Far below a paisa, far above the error of a 60-digit division: brings 999.99…9 back to 1000. */
const SETTLED_PLACES = 24;

export const ZERO: Exact = new ExactDecimal(0);
export const HALF_RUPEE: Exact = new ExactDecimal("0.5");

/** An amount in rupees, as exact as Shopify wrote it. @throws RangeError for what is no finite number */
export function exact(amount: DecimalText | number): Exact {
  const value = new ExactDecimal(amount);
  if (!value.isFinite()) throw new RangeError("A money amount is not a finite decimal");
  return value;
}

/** Adds amounts in rupees without rounding; 0 for none. */
export function sumExact(amounts: readonly Exact[]): Exact {
  const [first = ZERO, ...others] = amounts;
  return others.reduce((sum, amount) => sum.plus(amount), first);
}

/** `whole` × `part` / `of`, multiplied first so that the only rounding is the last step. */
export function shareOf(whole: Exact, part: Exact | number, of: Exact | number): Exact {
  return whole.times(part).div(of).toDecimalPlaces(SETTLED_PLACES);
}

/** Rounds half up to a whole rupee; a negative half goes up too (towards zero). */
export function roundToRupee(amount: Exact): Rupees {
  return rupees(amount.plus(HALF_RUPEE).floor().toNumber());
}

/** The nearest whole paisa, for showing only. */
export function toPaisa(amount: Exact): number {
  return amount.times(100).round().toNumber();
}
