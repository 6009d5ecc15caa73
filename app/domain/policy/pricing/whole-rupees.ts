/** A decimal of Shopify's as whole rupees; null where paisa stand behind the point. */
export function wholeRupees(decimals: string): number | null {
  const [, whole] = /^(\d+)(?:\.0*)?$/.exec(decimals) ?? [];
  return whole === undefined ? null : Number(whole);
}
