import type { Prisma } from "@prisma/client";
import type { AttentionScope } from "#app/domain/attention/open-attention.server.ts";
import { requestListingReconcile } from "#app/domain/catalog/listings/request-listing-reconcile.server.ts";
import type { ListingId } from "#app/platform/ids.ts";
import { endListingIssues, recalculateLosses } from "./recalculate-losses.server.ts";

/**
 * A person gave a listing other prices: what asked about a new cost is answered, and it is weighed anew. Sales that were
 * held, and prices below the supplier's lowest, are judged by the listing's own work. Returns the listings marked for it;
 * notify workers of them after commit.
 */
export async function resolvePriceIssues(
  tx: Prisma.TransactionClient,
  writtenFor: AttentionScope,
  listingId: ListingId,
): Promise<readonly ListingId[]> {
  const { shopId } = writtenFor;
  await endListingIssues(tx, writtenFor, listingId, ["cost_changed"]);
  await recalculateLosses(tx, writtenFor, [listingId]);
  const variants = await tx.listedVariant.findMany({ where: { shopId, listingId } });
  const open = await tx.attention.count({
    where: { shopId, thing: "listing", thingId: listingId, resolvedAt: null, code: "below_minimum" },
  });
  const isBarred = variants.some(
    ({ salesHeldAt, pricePkr, minResalePkr }) => salesHeldAt !== null || pricePkr < minResalePkr,
  );
  return open > 0 || isBarred ? requestListingReconcile(tx, shopId, [listingId]) : [];
}
