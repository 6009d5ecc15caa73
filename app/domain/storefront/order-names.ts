import { toWesternDigits } from "#app/domain/orders/customer/plan-phone.ts";
import { type OrderGid, toOrderGid } from "#app/platform/ids.ts";

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

const LONGEST_ID = 100;

/** The id of an order from the page that thanks for it, which is shown before there is the order: its type is another there. */
export function toConfirmedGid(id: string): OrderGid {
  return toOrderGid(id.slice(0, LONGEST_ID).replace("/OrderIdentity/", "/Order/"));
}
