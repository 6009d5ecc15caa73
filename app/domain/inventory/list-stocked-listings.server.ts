import { Prisma } from "@prisma/client";
import { type ListingSettings, policyOf } from "#app/domain/policy/pricing/listing-policy.ts";
import type { Db } from "#app/platform/database/db.server.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import type { ListingId, ShopId } from "#app/platform/ids.ts";
import type { Mode } from "#app/supplier/mode.ts";
import type { StockedListing } from "./plan-take-out.ts";

type ShopModeKey = { readonly shopId: ShopId; readonly mode: Mode };

type ListingRow = Omit<StockedListing, "whenOut"> & { readonly policy: unknown };

/**
 * Listings that may have to be taken off the store or put back: where that is wanted, what was taken out, and `also`.
 * What the service no longer offers is another matter, and not brought back by stock.
 */
export async function listStockedListings(
  db: Db,
  { shopId, mode }: ShopModeKey,
  settings: ListingSettings,
  { also }: { readonly also: readonly ListingId[] },
): Promise<readonly StockedListing[]> {
  const wantsAll = settings.whenOutOfStock === "draft";
  const rows = await db.$queryRaw<ListingRow[]>`
    select listing.id, listing.product_gid as "productGid", listing.taken_out as "takenOut",
      listing.taken_out_at as "takenOutAt", listing.policy,
      bool_and(coalesce(item.pushed_quantity, 1) <= 0) as "isOut"
    from listing
    join stocked_item as item on item.shop_id = listing.shop_id and item.listing_id = listing.id
    where listing.shop_id = ${shopId}::uuid and listing.mode = ${mode}
      and (listing.taken_out in ('draft', 'quantity') or ${wantsAll}
        or listing.policy->>'whenOutOfStock' = 'draft' or listing.id = any(${[...also]}::uuid[]))
      and listing.product_gid is not null and listing.offered and listing.removed_at is null
      and listing.unlinked_at is null
      and (listing.state <> 'importing' or listing.step in ('mapping', 'done'))
      and item.inventory_item_gid is not null
    group by listing.shop_id, listing.id
    order by listing.id`;
  return rows.map(({ policy, ...row }) => ({ ...row, whenOut: policyOf(settings, policy).whenOutOfStock }));
}

/** Of these listings, those of which customers can still buy something. */
export async function listOnSale(
  db: Db,
  shopId: ShopId,
  listingIds: readonly ListingId[],
): Promise<ListingId[]> {
  const rows = await queryRows<{ readonly id: ListingId }>(
    db,
    Prisma.sql`
    select distinct listing_id as id from stocked_item
    where shop_id = ${shopId}::uuid and listing_id = any(${[...listingIds]}::uuid[]) and pushed_quantity > 0`,
  );
  return rows.map(({ id }) => id);
}
