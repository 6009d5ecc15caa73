/** From the lowest to the highest, in rupees. */
export type Range = { readonly lowest: number; readonly highest: number };

/** Null of nothing. */
export function rangeOf(amounts: readonly number[]): Range | null {
  return amounts.length === 0 ? null : { lowest: Math.min(...amounts), highest: Math.max(...amounts) };
}
