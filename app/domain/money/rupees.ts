/** Whole Pakistani rupees. The service knows no smaller unit, so neither do we once Shopify's decimals are read. */
export type Rupees = number & { readonly __brand: "Rupees" };

/** Whether a number is whole rupees. */
function isRupees(amount: number): amount is Rupees {
  return Number.isSafeInteger(amount);
}

/** Brands a whole number as rupees; a fraction here is a bug, because rounding happens once and elsewhere. */
export function rupees(amount: number): Rupees {
  if (!isRupees(amount)) throw new RangeError(`Rupees are whole numbers, got ${amount}`);
  return amount;
}

export const ZERO_RUPEES: Rupees = rupees(0);

/** Adds whole rupees; 0 for none. @throws RangeError beyond the safe integers */
export function sumRupees(amounts: readonly Rupees[]): Rupees {
  return rupees(amounts.reduce<number>((sum, amount) => sum + amount, 0));
}
