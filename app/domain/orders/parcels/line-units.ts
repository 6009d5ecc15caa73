import type { ItemRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import type { LineItemGid } from "#app/platform/ids.ts";
/** Units of one of the service's variants, and how many of them one unit of the order's line holds. */
export type PartUnits = Pick<ItemRecord, "lineGid" | "supplierVariantId" | "quantity" | "quantityPerUnit">;

export type LineUnitCount = { readonly lineGid: LineItemGid; readonly quantity: number };

/**
 * The service's units as units of the order's lines. Every part of a bundle has to be there for the same whole number
 * of bundles: parts of a bundle come from one store and travel together (R11). Null where they do not; never guessed.
 */
export function toWholeLines(parts: readonly PartUnits[]): readonly LineUnitCount[] | null {
  const lines = [...countByLine(parts)].map(([lineGid, counts]) => ({ lineGid, counts }));
  const isWhole = lines.every(
    ({ counts }) => new Set(counts).size === 1 && counts.every((count) => Number.isInteger(count)),
  );
  return isWhole ? lines.map(({ lineGid, counts }) => ({ lineGid, quantity: counts[0] ?? 0 })) : null;
}

/** How many units of a line are touched by these parts: a bundle of which anything is there counts as one. */
export function countLineUnits(parts: readonly PartUnits[], lineGid: LineItemGid): number {
  return Math.ceil(Math.max(0, ...(countByLine(parts).get(lineGid) ?? [])));
}

/** By line: how many of its units each part would make. */
function countByLine(parts: readonly PartUnits[]): ReadonlyMap<LineItemGid, readonly number[]> {
  const byLine = Map.groupBy(parts, ({ lineGid }) => lineGid);
  return new Map(
    [...byLine].map(([lineGid, own]) => {
      const byVariant = Map.groupBy(own, ({ supplierVariantId }) => supplierVariantId);
      return [lineGid, [...byVariant.values()].map(unitsOfPart)];
    }),
  );
}

/** Items of one variant in one line have one and the same number of units in it. */
function unitsOfPart(items: readonly PartUnits[]): number {
  const units = items.reduce((sum, { quantity }) => sum + quantity, 0);
  return units / (items[0]?.quantityPerUnit ?? 1);
}
