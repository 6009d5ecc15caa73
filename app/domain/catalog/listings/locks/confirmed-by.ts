import type { ListedVariant, Listing } from "@prisma/client";
import type { StockSource } from "#app/domain/catalog/listings/listing-state.ts";

type ConfirmedListing = Pick<Listing, "seenAt"> & {
  readonly variants: readonly Pick<ListedVariant, "stockAt" | "stockBy">[];
};

/** Where the last report of a listing came from, by the service's clock: an event, a sweep, or *Check now* (check). */
export function confirmedBy({ seenAt, variants }: ConfirmedListing): StockSource {
  const said = variants.flatMap(({ stockAt, stockBy }) => (stockAt && stockBy ? [{ stockAt, stockBy }] : []));
  const last = said.toSorted((a, b) => b.stockAt.getTime() - a.stockAt.getTime())[0];
  return last === undefined || (seenAt !== null && seenAt > last.stockAt) ? "event" : last.stockBy;
}
