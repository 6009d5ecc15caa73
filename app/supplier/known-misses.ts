import type { SupplierError } from "./errors.ts";

/** What the service did not know a short while ago, by key and path. */
export type KnownMisses = {
  /** The refusal it gave, where that is younger than so long. */
  readonly find: (key: string, withinMs: number) => SupplierError | null;
  readonly keep: (key: string, error: SupplierError) => void;
  readonly forget: (key: string) => void;
};

const MOST_KEPT = 1000;

/** Kept by this process, the latest thousand; `nowMs` only goes forward. */
export function createKnownMisses(nowMs: () => number): KnownMisses {
  const misses = new Map<string, { readonly error: SupplierError; readonly atMs: number }>();
  return {
    find: (key, withinMs) => {
      const miss = misses.get(key);
      return miss && nowMs() - miss.atMs < withinMs ? miss.error : null;
    },
    keep: (key, error) => {
      misses.delete(key);
      misses.set(key, { error, atMs: nowMs() });
      const [oldest] = misses.keys();
      if (misses.size > MOST_KEPT && oldest !== undefined) misses.delete(oldest);
    },
    forget: (key) => void misses.delete(key),
  };
}
