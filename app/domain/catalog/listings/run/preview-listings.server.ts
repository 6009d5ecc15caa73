import { groupReasons, type UnableThings } from "#app/domain/bulk-actions/group-reasons.ts";
import { listingStatusOf } from "#app/domain/catalog/listings/listing-status.ts";
import { lockedFieldsOf } from "#app/domain/catalog/listings/locks/locked-fields.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { ListingId } from "#app/platform/ids.ts";
import type { ListingAction } from "./listing-actions.ts";
import { planListingAction } from "./plan-listing-action.ts";

/** What a press on many listings would do, said before it is pressed. */
export type ListingsPreview = {
  /** Ids of those it fits, in the order they were chosen. */
  readonly able: readonly ListingId[];
  readonly unable: readonly UnableThings[];
};

type PreviewListingsInput = { readonly action: ListingAction; readonly listingIds: readonly ListingId[] };

const judgedBy = {
  ...{ id: true, title: true, origin: true, productGid: true, state: true, syncFailure: true },
  ...{ offered: true, removedAt: true, takenOut: true, losesMoney: true, locked: true, unlinkedAt: true },
} as const;

/** Ids that are not this shop's are not found, and left out. */
export async function previewListings(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  { action, listingIds }: PreviewListingsInput,
): Promise<ListingsPreview> {
  const rows = await db.listing.findMany({
    where: { shopId: shop.id, id: { in: [...listingIds] } },
    select: judgedBy,
  });
  const reasons = new Map(
    rows.map((row) => {
      const lockedFields = lockedFieldsOf(row.locked).map(({ field }) => field);
      return [
        row.id,
        planListingAction(action, { ...row, listingStatus: listingStatusOf({ ...row, lockedFields }) }),
      ];
    }),
  );
  const unable = rows.map(({ id, title }) => ({
    name: title || "A product of the catalog",
    reason: reasons.get(id),
  }));
  return {
    able: listingIds.filter((id) => reasons.get(id) === null),
    unable: groupReasons(unable.flatMap(({ name, reason }) => (reason ? [{ name, reason }] : []))),
  };
}
