import { exact, shareOf } from "#app/domain/money/exact.ts";
import { allocateLargestRemainder } from "#app/domain/money/largest-remainder.ts";
import { type Rupees, rupees, sumRupees } from "#app/domain/money/rupees.ts";
import type { HandoffItem, LinePart, OurLine } from "./order-money.ts";

/** The service takes 1 to 100 units in one item and 1 to 50 items (API document, "Limits"). */
const MAX_ITEM_QUANTITY = 100;
export const MAX_ITEMS = 50;

function unitsOf(line: OurLine, part: LinePart): number {
  return line.handoffQuantity * part.quantityPerUnit;
}

/** The least this line's units may sell for together. */
export function minimumOfLine(line: OurLine): Rupees {
  return sumRupees(line.parts.map((part) => rupees(unitsOf(line, part) * part.minResalePrice)));
}

function partAmounts(line: OurLine, amount: Rupees): readonly Rupees[] {
  if (line.parts.length === 1) return [amount];
  const minimums = line.parts.map((part) => rupees(unitsOf(line, part) * part.minResalePrice));
  const rest = rupees(amount - sumRupees(minimums));
  const wholesale = line.parts.map((part) => unitsOf(line, part) * part.wholesalePrice);
  const weights = wholesale.some((value) => value > 0)
    ? wholesale
    : line.parts.map((part) => unitsOf(line, part));
  const weightTotal = weights.reduce((sum, weight) => sum + weight, 0);
  const shares = weights.map((weight) => shareOf(exact(rest), weight, weightTotal));
  const allocated = allocateLargestRemainder(shares, rest);
  return minimums.map((minimum, index) => rupees(minimum + (allocated[index] ?? 0)));
}

function entries(quantity: number): readonly number[] {
  const full = Math.floor(quantity / MAX_ITEM_QUANTITY);
  const rest = quantity % MAX_ITEM_QUANTITY;
  return [...Array.from({ length: full }, () => MAX_ITEM_QUANTITY), ...(rest > 0 ? [rest] : [])];
}

/**
 * Turns a line's whole rupees into items whose prices times quantities add up to exactly `amount`.
 * A bundle's parts get their minimum first and the rest by wholesale value (rule R32); units that do
 * not divide become prices q and q+1. `amount` must be at least `minimumOfLine(line)`.
 */
export function splitLine(line: OurLine, amount: Rupees): readonly HandoffItem[] {
  const amounts = partAmounts(line, amount);
  return line.parts.flatMap((part, index) => {
    const units = unitsOf(line, part);
    const whole = amounts[index] ?? 0;
    const price = Math.floor(whole / units);
    const dearer = whole - price * units;
    const item =
      (resalePrice: number) =>
      (quantity: number): HandoffItem => ({
        externalLineId: line.id,
        variantId: part.variantId,
        sku: part.sku,
        quantity,
        resalePrice: rupees(resalePrice),
      });
    return [...entries(units - dearer).map(item(price)), ...entries(dearer).map(item(price + 1))];
  });
}
