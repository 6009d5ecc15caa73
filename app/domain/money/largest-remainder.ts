import { type Exact, exact, sumExact } from "./exact.ts";
import { type Rupees, rupees } from "./rupees.ts";

/**
 * Brings exact amounts to whole rupees that add up to `total` (idea 5).
 * In a tie the earlier amount gets the rupee. `total` is the rounded sum of `amounts`, so each
 * amount moves by less than one rupee; anything else is a bug of the caller.
 */
export function allocateLargestRemainder(amounts: readonly Exact[], total: Rupees): readonly Rupees[] {
  const floors = amounts.map((amount) => amount.floor());
  const missing = exact(total).minus(sumExact(floors)).toNumber();
  if (missing < 0 || missing > amounts.length) {
    throw new RangeError("The total is not the rounded sum of the amounts");
  }
  const byRemainder = amounts
    .map((amount, index) => ({ index, remainder: amount.minus(floors[index] ?? 0) }))
    .sort((a, b) => b.remainder.comparedTo(a.remainder) || a.index - b.index);
  const raised = new Set(byRemainder.slice(0, missing).map(({ index }) => index));
  return floors.map((floor, index) => rupees(floor.toNumber() + (raised.has(index) ? 1 : 0)));
}
