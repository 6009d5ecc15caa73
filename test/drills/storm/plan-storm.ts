import { createRandom } from "#test/standins/supplier/random.ts";
import type { OrderKind } from "../core/orders.ts";

/** What becomes of an order's parcels at the service, or what the merchant does about it in Shopify. */
export type Fate = "delivered" | "shipped" | "refused" | "stays" | "cancelled by the service" | "cancelled";

export type PlannedOrder = {
  readonly shop: number;
  readonly kind: OrderKind;
  /** Milliseconds after the start at which the customer orders. */
  readonly atMs: number;
  readonly fate: Fate;
  /** Milliseconds after it was placed at which the parcels move. */
  readonly movesAfterMs: number;
};

export type StormSize = {
  readonly orders: number;
  readonly shops: number;
  readonly seed: number;
  /** Orders a second. */
  readonly rate: number;
  /** Seconds the database is away. */
  readonly outage: number;
};

/** The part of the orders after which an account has used up its day at the service. */
export const EXHAUSTED_AT = 0.3;

const kinds: readonly (readonly [OrderKind, number])[] = [
  ["COD", 0.6],
  ["prepaid", 0.2],
  ["two parcels", 0.2],
];

const fates: readonly (readonly [Fate, number])[] = [
  ["delivered", 0.55],
  ["shipped", 0.15],
  ["refused", 0.1],
  ["stays", 0.08],
  ["cancelled by the service", 0.06],
  ["cancelled", 0.06],
];

/** The same orders with the same fates for the same seed; when exactly things meet is up to the machine. */
export function planStorm({ orders, shops, seed, rate }: StormSize): PlannedOrder[] {
  const random = createRandom(seed);
  return Array.from({ length: orders }, (_, index) => ({
    shop: index % shops,
    kind: pick(kinds, random()),
    atMs: Math.round((index / rate) * 1000 + random() * 500),
    fate: pick(fates, random()),
    movesAfterMs: Math.round(1000 + random() * 20_000),
  }));
}

function pick<T>(shares: readonly (readonly [T, number])[], chance: number): T {
  let left = chance;
  for (const [thing, share] of shares) {
    left -= share;
    if (left < 0) return thing;
  }
  const last = shares.at(-1);
  if (!last) throw new Error("There is nothing to pick from");
  return last[0];
}
