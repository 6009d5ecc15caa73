import { type Rupees, rupees } from "#app/domain/money/rupees.ts";
import { toWesternDigits } from "#app/domain/orders/customer/plan-phone.ts";

/** More than any parcel is worth: a longer number is a phone or a tracking number. */
const MOST = 1_000_000;

/** A sum as customers type it, "Rs. 2,800", "۲۸۰۰" or "2800/-", in whole rupees; null where it is none. */
export function readAskedSum(typed: string): Rupees | null {
  const text = toWesternDigits(typed.slice(0, 40)).replace(/[\s,٬،]/gu, "");
  const digits = /^(?:rs\.?|pkr|₨)?(\d{1,7})(?:\/-|\.0{1,2})?(?:rs\.?|pkr)?$/iu.exec(text)?.[1];
  const sum = Number(digits ?? 0);
  return sum >= 1 && sum <= MOST ? rupees(sum) : null;
}
