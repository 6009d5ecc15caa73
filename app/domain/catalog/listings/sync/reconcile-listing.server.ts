import { syncChannels } from "#app/domain/catalog/channels/sync-channels.server.ts";
import { leaveListing } from "#app/domain/catalog/listings/leaving/leave-listing.server.ts";
import { applyProductDeletion } from "#app/domain/catalog/listings/leaving/unlink-listing.server.ts";
import { isInShop } from "#app/domain/catalog/listings/listing-state.ts";
import { confirmedBy } from "#app/domain/catalog/listings/locks/confirmed-by.ts";
import {
  type ListingIssue,
  planListingIssues,
} from "#app/domain/catalog/listings/policy/plan-listing-issues.ts";
import { recalculateLosses } from "#app/domain/catalog/listings/policy/recalculate-losses.server.ts";
import { syncListingIssues } from "#app/domain/catalog/listings/policy/sync-listing-issues.server.ts";
import {
  beginListingSync,
  findListing,
  type ListingSync,
  type LoadedListing,
  updateListing,
} from "#app/domain/catalog/listings/run/listing-sync.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { type ProductGid, toProductGid } from "#app/platform/ids.ts";
import type { ClaimedWork } from "#app/platform/queue/work.server.ts";
import type { SubjectOf } from "#app/platform/queue/work-kinds.ts";
import type { WorkResult } from "#app/platform/queue/work-result.ts";
import { getListedProduct } from "#app/shopify/operations/products/get-listed-product.ts";
import { mayPublish } from "#app/shopify/scopes.ts";
import { reportSync, type SyncFailure, toSyncFailure } from "./report-sync.server.ts";
import { planSeen, syncContent } from "./sync-content.server.ts";
import { syncOffered } from "./sync-offered.server.ts";
import { type SyncedPrices, syncPrices } from "./sync-prices.server.ts";
import { syncVariants } from "./sync-variants.server.ts";

/**
 * Brings one listing in line with what the service says and the shop allows: the product is read once in Shopify, then
 * prices, what is offered, content and variants are decided and written. Any number of events cost one look (idea 1).
 */
export async function reconcileListing(
  ctx: ShopContext,
  claim: ClaimedWork,
  { listingId }: SubjectOf<"listing.reconcile">,
): Promise<WorkResult> {
  const found = await findListing(ctx, claim, listingId);
  if (found === null || ctx.shop.state !== "installed") return done;
  if (found.listing.leaving !== null) await leaveListing(found);
  else if (isInUse(found)) await reconcileInShopify(found, found.listing.productGid ?? toProductGid(""));
  // Its import goes first; where that fails, the listing is looked at once it is imported again.
  else if (found.listing.state === "importing") return { kind: "requeue", afterMs: IMPORT_MS };
  return done;
}

const done: WorkResult = { kind: "done" };
const IMPORT_MS = 5000;

/** A listing of a key that is not in use is left alone; so is one that does not stand in the store yet, or any more. */
function isInUse({ ctx, listing }: LoadedListing): boolean {
  return isInShop(listing) && listing.productGid !== null && listing.mode === ctx.connection?.mode;
}

async function reconcileInShopify(found: LoadedListing, productGid: ProductGid): Promise<void> {
  const { ctx, claim, listing } = found;
  const withChannels = mayPublish(ctx.shop.grantedScopes);
  const product = await getListedProduct(ctx.admin, productGid, { withChannels });
  if (product === null) {
    await found.claim.lease.transaction((tx) => applyProductDeletion(tx, ctx.shop.id, productGid));
    return leaveListing({ ctx, claim, listing: { ...listing, leaving: "deleted" } });
  }
  const run = await beginListingSync(found, product);
  try {
    await sync(run);
  } catch (error) {
    const failure = toSyncFailure(error);
    if (failure === null) throw error;
    await recordSyncFailure(run, failure);
    return reportSync(found, failure);
  }
  await reportSync(found, null);
}

async function sync(run: ListingSync): Promise<void> {
  await syncChannels(run);
  const synced = await syncPrices(run);
  await syncOffered(run);
  const planned = await planSeen(run);
  const content = await syncContent(run, planned);
  const variants = await syncVariants(run, planned);
  const issues = planListingIssues({
    ...{ title: run.listing.title, prices: synced.prices, content, variants },
    reportsGone: run.policy.whenVariantsChange === "alert",
  });
  await finish(run, issues, synced);
}

async function finish(
  run: ListingSync,
  issues: readonly ListingIssue[],
  { prices, isRuled }: SyncedPrices,
): Promise<void> {
  const { ctx, listing } = run;
  const now = ctx.clock.now();
  const isRepriced = isRuled || prices.some(({ decision }) => decision.writesPrice || decision.becomesLocked);
  await run.claim.lease.transaction(async (tx) => {
    await syncListingIssues(tx, { shopId: ctx.shop.id, now }, { listingId: listing.id, issues, isRepriced });
    await updateListing(run, tx, {
      ...{ lookedAt: now, syncFailure: null },
      ...{ confirmedAt: now, confirmedBy: confirmedBy(listing) },
    });
    await recalculateLosses(tx, { shopId: ctx.shop.id, now }, [listing.id]);
  });
}

async function recordSyncFailure(run: ListingSync, { code, detail }: SyncFailure): Promise<void> {
  const { ctx, listing } = run;
  const now = ctx.clock.now();
  const params = { title: listing.title, detail };
  await run.claim.lease.transaction(async (tx) => {
    await updateListing(run, tx, { lookedAt: now, syncFailure: code });
    await syncListingIssues(
      tx,
      { shopId: ctx.shop.id, now },
      { listingId: listing.id, issues: [{ code: "sync_failed", params }], isRepriced: false },
    );
  });
}
