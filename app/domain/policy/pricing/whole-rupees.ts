import type { Rupees } from "#app/domain/money/rupees.ts";
/** A decimal of Shopify's as whole rupees; null where paisa stand behind the point. */
export function wholeRupees(decimals: string): Rupees | null {
  const [, whole] = /^(\d+)(?:\.0*)?$/.exec(decimals) ?? [];
  return whole === undefined ? null : (Number(whole) as Rupees);
}
