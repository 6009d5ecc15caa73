import { z } from "zod";
import { findListingIds } from "#app/domain/catalog/listings/list/find-listing-ids.server.ts";
import { RUN_LIMIT } from "#app/domain/catalog/listings/run/start-listings-run.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { type ListingId, toListingId } from "#app/platform/ids.ts";
import { isListingsAddress, readListingsQuery } from "./listings-query.server.ts";

/** Ids in one field, with commas between. */
export const chosenIds = z
  .string()
  .transform((text) => text.split(",").filter((id) => id !== ""))
  .pipe(z.array(z.uuid().transform(toListingId)).max(RUN_LIMIT));

/** Said where it is not wholly clear which listings are meant. */
export const OUT_OF_DATE = {
  ok: false,
  reason: "This page is out of date.",
  detail: "Open Listings again, then choose.",
} as const;

type ChosenListingsInput = {
  readonly ids: readonly ListingId[];
  /** Everything the address shows. */
  readonly all?: "1" | undefined;
  readonly address: URLSearchParams;
};

/** The listings a press on many is about; null where it is not wholly clear which are meant. */
export async function findChosenListings(
  ctx: ShopContext,
  { ids, all, address }: ChosenListingsInput,
): Promise<readonly ListingId[] | null> {
  if (!all) return ids;
  if (!isListingsAddress(address)) return null;
  const query = readListingsQuery(address);
  const found = await findListingIds(ctx, { ...query, place: null, limit: RUN_LIMIT });
  return found.map(({ id }) => id);
}
