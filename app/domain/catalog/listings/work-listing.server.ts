import type { ShopContext } from "#app/domain/shops/shop-context.server.ts";
import type { ClaimedWork } from "#app/platform/work.server.ts";
import { getListedProduct } from "#app/shopify/operations/get-listed-product.ts";
import { mayPublish } from "#app/shopify/scopes.ts";
import { syncChannels } from "../channels/sync-channels.server.ts";
import { confirmedBy } from "./confirmed-by.ts";
import { leaveListing } from "./leave-listing.server.ts";
import {
  beginListingRun,
  type FoundListing,
  findListing,
  type ListingRun,
  updateListing,
  writeListing,
} from "./listing-run.server.ts";
import { type ListingNeed, planNeeds } from "./plan-needs.ts";
import { reportSync, type SyncFailure, toSyncFailure } from "./report-sync.server.ts";
import { planSeen, syncContent } from "./sync-content.server.ts";
import { syncOffered } from "./sync-offered.server.ts";
import { type SyncedPrices, syncPrices } from "./sync-prices.server.ts";
import { syncVariants } from "./sync-variants.server.ts";
import { tellNeeds } from "./tell-needs.server.ts";
import { takeDeletedProduct } from "./unlink-listing.server.ts";
import { weighListings } from "./weigh-listings.server.ts";

/**
 * Brings one listing in line with what the service says and the shop allows: the product is read once in Shopify, then
 * prices, what is offered, content and variants are decided and written. Any number of events cost one look (idea 1).
 */
export async function workListing(ctx: ShopContext, claim: ClaimedWork): Promise<Worked> {
  const found = await findListing(ctx, claim);
  if (found === null || ctx.shop.state !== "installed") return done;
  if (found.listing.leaving !== null) await leaveListing(found);
  // Its import goes first; where that fails, the listing is looked at once it is imported again.
  else if (found.listing.state === "importing") return { kind: "again", delayMs: IMPORT_MS };
  else if (isInUse(found)) await look(found, found.listing.productGid ?? "");
  return done;
}

type Worked = { readonly kind: "done" } | { readonly kind: "again"; readonly delayMs: number };

const done: Worked = { kind: "done" };
const IMPORT_MS = 5000;

/** A listing of a key that is not in use, or one being imported, is left alone; so is one that is not in the store. */
function isInUse({ ctx, listing }: FoundListing): boolean {
  return listing.state === "ready" && listing.productGid !== null && listing.mode === ctx.connection?.mode;
}

async function look(found: FoundListing, productGid: string): Promise<void> {
  const { ctx, claim, listing } = found;
  const withChannels = mayPublish(ctx.shop.grantedScopes);
  const product = await getListedProduct(ctx.admin, productGid, { withChannels });
  if (product === null) {
    await writeListing(found, (tx) => takeDeletedProduct(tx, ctx.shop.id, productGid));
    return leaveListing({ ctx, claim, listing: { ...listing, leaving: "deleted" } });
  }
  const run = await beginListingRun(found, product);
  try {
    await sync(run);
  } catch (error) {
    const failure = toSyncFailure(error);
    if (failure === null) throw error;
    await noteFailure(run, failure);
    return reportSync(found, failure);
  }
  await reportSync(found, null);
}

async function sync(run: ListingRun): Promise<void> {
  await syncChannels(run);
  const synced = await syncPrices(run);
  await syncOffered(run);
  const planned = await planSeen(run);
  const content = await syncContent(run, planned);
  const variants = await syncVariants(run, planned);
  const needs = planNeeds({
    ...{ title: run.listing.title, prices: synced.prices, content, variants },
    tellsGone: run.policy.whenVariantsChange === "alert",
  });
  await finish(run, needs, synced);
}

async function finish(
  run: ListingRun,
  needs: readonly ListingNeed[],
  { prices, isRuled }: SyncedPrices,
): Promise<void> {
  const { ctx, listing } = run;
  const now = ctx.clock.now();
  const isRepriced = isRuled || prices.some(({ decision }) => decision.writesPrice || decision.becomesLocked);
  await writeListing(run, async (tx) => {
    await tellNeeds(tx, { shopId: ctx.shop.id, now }, { listingId: listing.id, needs, isRepriced });
    await updateListing(run, tx, {
      ...{ lookedAt: now, syncFailure: null },
      ...{ confirmedAt: now, confirmedBy: confirmedBy(listing) },
    });
    await weighListings(tx, { shopId: ctx.shop.id, now }, [listing.id]);
  });
}

async function noteFailure(run: ListingRun, { code, detail }: SyncFailure): Promise<void> {
  const { ctx, listing } = run;
  const now = ctx.clock.now();
  const params = { title: listing.title, detail };
  await writeListing(run, async (tx) => {
    await updateListing(run, tx, { lookedAt: now, syncFailure: code });
    await tellNeeds(
      tx,
      { shopId: ctx.shop.id, now },
      { listingId: listing.id, needs: [{ code: "sync_failed", params }], isRepriced: false },
    );
  });
}
