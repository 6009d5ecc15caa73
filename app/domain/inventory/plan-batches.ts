import { isQuantityKnown, type StockedItem } from "./stocked-item.ts";

/** So many items Shopify takes in one list. */
export const ITEMS_PER_WRITE = 250;

/** An inventory level with the quantity it is to have, and the one it is believed to have now. */
export type PlannedStockedItem = {
  readonly item: StockedItem;
  readonly quantity: number;
  readonly from: number;
  /** Shopify knows of a sale that our rows have not: until they have, it is read before it is written. */
  readonly isUnsettled: boolean;
};

/**
 * Lists to write. Shopify refuses a whole list for one item that stands elsewhere than believed: what customers are
 * buying just now goes in a list of its own, so that the others do not wait for it.
 */
export function planBatches(
  planned: readonly PlannedStockedItem[],
): readonly (readonly PlannedStockedItem[])[] {
  const changed = planned.filter(({ quantity, from }) => quantity !== from);
  const hot = changed.filter(({ item }) => !isQuantityKnown(item));
  const calm = changed.filter(({ item }) => isQuantityKnown(item));
  return [...chunk(calm), ...chunk(hot)];
}

function chunk<T>(entries: readonly T[]): readonly (readonly T[])[] {
  const count = Math.ceil(entries.length / ITEMS_PER_WRITE);
  return Array.from({ length: count }, (_, index) =>
    entries.slice(index * ITEMS_PER_WRITE, (index + 1) * ITEMS_PER_WRITE),
  );
}
