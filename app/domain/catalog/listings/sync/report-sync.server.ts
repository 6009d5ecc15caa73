import type { Prisma } from "@prisma/client";
import type { SyncReport } from "#app/domain/catalog/listings/listing-state.ts";
import { type LoadedListing, updateListing } from "#app/domain/catalog/listings/run/listing-sync.server.ts";
import { isShopifyError } from "#app/shopify/errors.ts";
import { isSupplierError } from "#app/supplier/errors.ts";
import type { SyncResult } from "#app/supplier/imports.ts";

/** Why a change of the service's did not reach the shop; `detail` is Shopify's own words. */
export type SyncFailure = { readonly code: string; readonly detail: string };

const LONGEST = 300;

/** What trying again does not mend; null for everything else. */
export function toSyncFailure(error: unknown): SyncFailure | null {
  if (isShopifyError(error, "user_errors") || isShopifyError(error, "access_denied")) {
    const detail = error.userErrors[0]?.message ?? "";
    return { code: error.kind, detail: detail.slice(0, LONGEST) };
  }
  return null;
}

/**
 * Tells the service of a failure, and of its end, and of nothing else: each report is a call of the day's quota. What it
 * was reported is kept after it answered, so that a report whose answer was lost is made again.
 */
export async function reportSync(found: LoadedListing, failure: SyncFailure | null): Promise<void> {
  const { ctx, listing } = found;
  const status: SyncReport = failure === null ? "ok" : "failed";
  const lastReported = listing.syncReported ?? "ok";
  const supplier = ctx.supplierIn(listing.mode);
  if (lastReported === status || listing.importId === null || supplier === null) return;
  const result: SyncResult =
    failure === null ? { status: "ok" } : { status: "failed", error: wordsOf(failure) };
  try {
    await supplier.reportSyncResult(listing.importId, result);
  } catch (error) {
    // An import that is not there any more is found, and made again, by the walk through all of them.
    if (!isSupplierError(error) || error.kind !== "definite") throw error;
  }
  await found.claim.lease.transaction((tx: Prisma.TransactionClient) =>
    updateListing(found, tx, { syncReported: status }),
  );
}

function wordsOf({ code, detail }: SyncFailure): string {
  return detail === "" ? `Shopify refused the change (${code})` : `Shopify refused the change: ${detail}`;
}
