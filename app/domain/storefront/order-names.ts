import { toWesternDigits } from "#app/domain/orders/customer/plan-phone.ts";

/** Longer than any number of an order. */
const LONGEST = 40;

/** A typed number as it is counted: "# 1042 " and "۱۰۴۲" are one. */
export function toOrderNumber(typed: string): string {
  const text = toWesternDigits(typed.slice(0, LONGEST)).normalize("NFKC");
  return text.replace(/[\s\p{C}]/gu, "").replace(/^#+/, "");
}

/** The names an order may have in Shopify whose number was typed so; a shop puts what it likes before and after it. */
export function orderNamesOf(number: string): string[] {
  const spellings = new Set([number, number.toUpperCase()]);
  return [...spellings].flatMap((each) => [`#${each}`, each]);
}
