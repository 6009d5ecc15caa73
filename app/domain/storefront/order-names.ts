import { toWesternDigits } from "#app/domain/orders/customer/plan-phone.ts";

/** Longer than any number of an order. */
export const LONGEST_NUMBER = 40;

/**
 * An order's name, as Shopify has it or as a customer types it: "# 1042", "#1042" and "۱۰۴۲" are one, and so are
 * "Order 1042" and "order1042", since a shop puts what it likes before and after its numbers.
 */
export function toOrderNumber(name: string): string {
  const text = toWesternDigits(name.slice(0, LONGEST_NUMBER)).normalize("NFKC");
  return text.replace(/[\s\p{C}#]/gu, "").toUpperCase();
}
