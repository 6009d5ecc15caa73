export type StockFacts = {
  /** Units the service has. */
  readonly serviceStock: number;
  /** Units the shop keeps back. */
  readonly buffer: number;
  /** Units sold here that the service may not have taken off its own stock yet. */
  readonly sold: number;
};

/** More is never offered: Shopify takes no more than a milliard, and refuses a whole list for one entry above. */
const MOST_UNITS = 1_000_000;

/** Units to offer in Shopify (R43): what the service has, less what is sold here and not yet known there. Never below 0. */
export function planAvailable({ serviceStock, buffer, sold }: StockFacts): number {
  return Math.min(MOST_UNITS, Math.max(0, serviceStock - buffer - Math.max(0, sold)));
}
