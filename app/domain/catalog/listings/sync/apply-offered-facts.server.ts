import type { Prisma } from "@prisma/client";
import type { AttentionScope } from "#app/domain/attention/open-attention.server.ts";
import { lockItems } from "#app/domain/catalog/listings/lock-items.server.ts";
import { requestListingReconcile } from "#app/domain/catalog/listings/request-listing-reconcile.server.ts";
import { settleOffered } from "#app/domain/catalog/listings/settle-offered.server.ts";
import { requestStockReconcile } from "#app/domain/stock-work/request-stock-reconcile.server.ts";
import type { ListingId, ShopId, StockedItemId, SupplierVariantId } from "#app/platform/ids.ts";
import type { Mode } from "#app/supplier/mode.ts";

/** Whether the service offers a variant for dropshipping (section InventoryItem, `available`). */
export type OfferedFact = { readonly supplierVariantId: SupplierVariantId; readonly offered: boolean };

/**
 * Keeps what the service offers no longer, or again, wherever that was read. A listing none of whose variants is offered is
 * itself not offered: its own work takes it out of sale by the shop's policy, and back (R30). Quantities are due.
 * Returns the listings concerned, whose work is requested; notify after commit.
 */
export async function applyOfferedFacts(
  tx: Prisma.TransactionClient,
  writtenFor: AttentionScope,
  mode: Mode,
  facts: readonly OfferedFact[],
): Promise<readonly ListingId[]> {
  const { shopId } = writtenFor;
  if (facts.length === 0) return [];
  const changed = await saveOffered(tx, { shopId, mode }, facts);
  const itemIds = changed.map(({ id }) => id);
  await lockItems(tx, shopId, itemIds);
  const listingIds = changed.map(({ listingId }) => listingId);
  for (const id of new Set(listingIds)) await settleOffered(tx, writtenFor, id);
  await requestStockReconcile(tx, shopId, itemIds);
  return requestListingReconcile(tx, shopId, listingIds);
}

/** Returns the variants that are offered otherwise than before. Locked in the order of ids. */
async function saveOffered(
  tx: Prisma.TransactionClient,
  { shopId, mode }: { readonly shopId: ShopId; readonly mode: Mode },
  facts: readonly OfferedFact[],
): Promise<readonly { readonly id: StockedItemId; readonly listingId: ListingId }[]> {
  return tx.$queryRaw`
    with changed as (
      select variant.id, said.offered from listing_variant as variant
      join unnest(${facts.map(({ supplierVariantId }) => supplierVariantId)}::text[],
        ${facts.map(({ offered }) => offered)}::boolean[]) as said (variant_id, offered)
        on said.variant_id = variant.supplier_variant_id
      where variant.shop_id = ${shopId}::uuid and variant.mode = ${mode} and variant.offered <> said.offered
      order by variant.id for no key update of variant
    )
    update listing_variant as row set offered = changed.offered, updated_at = clock_timestamp() from changed
    where row.shop_id = ${shopId}::uuid and row.id = changed.id
    returning row.id, row.listing_id as "listingId"`;
}
