import type { Prisma } from "@prisma/client";
import type { AttentionScope } from "#app/domain/attention/open-attention.server.ts";
import type { ListingId } from "#app/platform/ids.ts";

/**
 * A listing is offered while one of its variants is (R30). Call after the variants were written. Returns whether that
 * changed the listing: its own work then takes it out of sale by the shop's policy, or back.
 */
export async function settleOffered(
  tx: Prisma.TransactionClient,
  { shopId, now }: AttentionScope,
  listingId: ListingId,
): Promise<boolean> {
  const changed = await tx.$executeRaw`
    update listing set offered = not offered, removed_at = case when offered then ${now}::timestamptz end, updated_at = now()
    where shop_id = ${shopId}::uuid and id = ${listingId}::uuid and offered <> exists (
      select from listing_variant as variant
      where variant.shop_id = listing.shop_id and variant.listing_id = listing.id and variant.offered)`;
  return changed > 0;
}
