import { type Visibility, visibilityOf } from "#app/domain/catalog/channels/visibility.ts";
import type { ImportStep, ListingState } from "#app/domain/catalog/listings/listing-state.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { type ImportFailureCode, isImportFailureCode } from "#app/domain/messages/failures/import-failure.ts";
import type { ListingId } from "#app/platform/ids.ts";

type ListingProgress = {
  readonly state: ListingState;
  readonly step: ImportStep;
  readonly failure: ImportFailureCode | null;
  readonly visibility: Visibility;
};

/** How one listing of the shop stands; null when the shop has no such listing. */
export async function findListing(
  ctx: Pick<ShopContext, "shop" | "db">,
  listingId: ListingId,
): Promise<ListingProgress | null> {
  const row = await ctx.db.listing.findUnique({
    where: { shopId_id: { shopId: ctx.shop.id, id: listingId } },
    select: { state: true, step: true, failure: true, productStatus: true, publishedOn: true },
  });
  if (!row) return null;
  const failure = row.failure !== null && isImportFailureCode(row.failure) ? row.failure : null;
  return { state: row.state, step: row.step, failure, visibility: visibilityOf(row) };
}
