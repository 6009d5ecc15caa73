/** Whole Pakistani rupees. The service knows no smaller unit, so neither do we once Shopify's decimals are read. */
export type Rupees = number & { readonly __brand: "Rupees" };

export function isRupees(amount: number): amount is Rupees {
  return Number.isSafeInteger(amount);
}

/** Brands a whole number as rupees; a fraction here is a bug, because rounding happens once and elsewhere. */
export function rupees(amount: number): Rupees {
  if (!isRupees(amount)) throw new RangeError(`Rupees are whole numbers, got ${amount}`);
  return amount;
}

export const ZERO_RUPEES: Rupees = rupees(0);

export function sumRupees(amounts: readonly Rupees[]): Rupees {
  return rupees(amounts.reduce<number>((sum, amount) => sum + amount, 0));
}
