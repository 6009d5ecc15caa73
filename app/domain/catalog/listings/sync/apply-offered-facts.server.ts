import type { Prisma } from "@prisma/client";
import type { AttentionScope } from "#app/domain/attention/open-attention.server.ts";
import { requestListingReconcile } from "#app/domain/catalog/listings/request-listing-reconcile.server.ts";
import { requestStockReconcile } from "#app/domain/stock-work/request-stock-reconcile.server.ts";
import type { ListingId } from "#app/platform/ids.ts";
import type { Mode } from "#app/supplier/mode.ts";

/** Whether the service offers a variant for dropshipping (section InventoryItem, `available`). */
export type OfferedFact = { readonly supplierVariantId: string; readonly offered: boolean };

/**
 * Keeps what the service offers no longer, or again, whoever heard it. A listing none of whose variants is offered is
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
  const changed: { readonly id: string; readonly listingId: ListingId }[] = [];
  for (const offered of [true, false]) {
    const ids = facts
      .filter((fact) => fact.offered === offered)
      .map(({ supplierVariantId }) => supplierVariantId);
    if (ids.length === 0) continue;
    const where = { shopId, mode, supplierVariantId: { in: ids }, offered: !offered };
    const select = { id: true, listingId: true };
    changed.push(...(await tx.listingVariant.updateManyAndReturn({ where, data: { offered }, select })));
  }
  const listingIds = changed.map(({ listingId }) => listingId);
  for (const id of new Set(listingIds)) await settleListing(tx, writtenFor, id);
  await requestStockReconcile(
    tx,
    shopId,
    changed.map(({ id }) => id),
  );
  return requestListingReconcile(tx, shopId, listingIds);
}

async function settleListing(
  tx: Prisma.TransactionClient,
  { shopId, now }: AttentionScope,
  id: ListingId,
): Promise<void> {
  const left = await tx.listingVariant.count({ where: { shopId, listingId: id, offered: true } });
  const offered = left > 0;
  await tx.listing.updateMany({
    where: { shopId, id, offered: !offered },
    data: { offered, removedAt: offered ? null : now },
  });
}
