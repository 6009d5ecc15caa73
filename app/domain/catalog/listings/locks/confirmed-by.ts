import type { ListedVariant, Listing } from "@prisma/client";
import type { StockSource } from "#app/domain/catalog/listings/listing-state.ts";

type ConfirmedListing = Pick<Listing, "seenAt"> & {
  readonly variants: readonly Pick<ListedVariant, "stockAt" | "stockBy">[];
};

/** What told of a listing last, by the service's clock: its news (event), a sweep, or a press of *Check now* (check). */
export function confirmedBy({ seenAt, variants }: ConfirmedListing): StockSource {
  const said = variants.flatMap(({ stockAt, stockBy }) => (stockAt && stockBy ? [{ stockAt, stockBy }] : []));
  const last = said.toSorted((a, b) => b.stockAt.getTime() - a.stockAt.getTime())[0];
  return last === undefined || (seenAt !== null && seenAt > last.stockAt) ? "event" : last.stockBy;
}
