import type { Db } from "#app/platform/database/db.server.ts";
import type { ListingId, ShopId } from "#app/platform/ids.ts";
import { requestReconcile } from "#app/platform/queue/work.server.ts";

/** Has listings looked at by their own work, each once. Returns their ids. */
export async function requestListingReconcile(
  tx: Db,
  shopId: ShopId,
  listingIds: readonly ListingId[],
  delayMs = 0,
): Promise<readonly ListingId[]> {
  const ids = [...new Set(listingIds)];
  await requestReconcile(
    tx,
    ids.map((listingId) => ({ shopId, kind: "listing.reconcile", subject: { listingId }, delayMs })),
  );
  return ids;
}

/** The same work, as the notification after the commit names it. */
export function toListingWork(listingIds: readonly ListingId[]) {
  return listingIds.map((listingId) => ({ kind: "listing.reconcile", subject: { listingId } }) as const);
}
