import { createRandom } from "#test/standins/supplier/random.ts";

/** How the service's event of a change goes: as it should, twice, after the next one's, or not at all. */
type EventFate = "once" | "doubled" | "reordered" | "lost";

export type Move =
  /** The service has another number of a product now. */
  | { readonly kind: "tell"; readonly product: number; readonly stock: number; readonly fate: EventFate }
  /** A customer buys. */
  | { readonly kind: "sale"; readonly product: number; readonly units: number }
  | { readonly kind: "sweep" }
  /** Reading stock is refused for a second. */
  | { readonly kind: "limit" }
  /** The process that works dies, and another one begins. */
  | { readonly kind: "kill"; readonly point: string | null };

/** Moves that are made without waiting for what comes of them; then all comes to rest. */
export type Burst = {
  readonly moves: readonly Move[];
  /** What the service tells only falls in it. */
  readonly isFalling: boolean;
};

type Size = {
  readonly seed: number;
  readonly bursts: number;
  readonly movesEach: number;
  readonly products: number;
  /** Whether processes are killed, too. */
  readonly kills: boolean;
};

const MOST = 60;
const POINTS = ["T1", "T2", "T3", null, null];

/** The same bursts for the same seed. Every second one only falls. */
export function planBursts({ seed, bursts, movesEach, products, kills }: Size): readonly Burst[] {
  const random = createRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const stocks = Array.from({ length: products }, () => MOST);
  const tell = (product: number, isFalling: boolean): Move => {
    const stock = below(isFalling ? Math.max(1, stocks[product] ?? 1) : MOST);
    stocks[product] = stock;
    const fate = (["once", "once", "doubled", "reordered", "lost"] as const)[below(5)] ?? "once";
    return { kind: "tell", product, stock, fate };
  };
  const next = (isFalling: boolean): Move => {
    const product = below(products);
    const chance = below(20);
    if (chance < 11) return tell(product, isFalling);
    if (chance < 16) {
      const units = 1 + below(3);
      // The service will have so many less once it takes the order.
      stocks[product] = Math.max(0, (stocks[product] ?? 0) - units);
      return { kind: "sale", product, units };
    }
    if (chance < 18) return { kind: "sweep" };
    if (chance < 19) return { kind: "limit" };
    return kills ? { kind: "kill", point: POINTS[below(POINTS.length)] ?? null } : tell(product, isFalling);
  };
  return Array.from({ length: bursts }, (_, index) => {
    const isFalling = index % 2 === 1;
    const first: readonly Move[] = isFalling
      ? []
      : stocks.map((_stock, product) => {
          stocks[product] = MOST;
          return { kind: "tell", product, stock: MOST, fate: "once" };
        });
    return { isFalling, moves: [...first, ...Array.from({ length: movesEach }, () => next(isFalling))] };
  });
}
