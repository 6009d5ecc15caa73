import { requireApproval } from "#app/domain/catalog/pricing/require-approval.server.ts";
import { exceedsChangeGuard } from "#app/domain/policy/pricing/exceeds-change-guard.ts";
import type { ListingId } from "#app/platform/ids.ts";
import { readProductStatuses } from "#app/shopify/operations/products/read-product-statuses.ts";
import { listStockedListings } from "./list-stocked-listings.server.ts";
import { planTakeOut, type StockedListing } from "./plan-take-out.ts";
import { hideOutOfStockListing, restoreInStockListing } from "./set-out-of-stock-status.server.ts";
import { type StockRun, writeThenRenewLease } from "./stock-run.server.ts";

/**
 * Takes listings without stock off the store where the shop, or the listing, wants that, and puts back those that have
 * stock again. When too many ran out at once (`newlyOut`: with the writes just made) it stops and asks: their quantities
 * are 0 already, as nothing is sold that is not there, and what goes further waits for a person.
 */
export async function syncOutOfStock(run: StockRun, newlyOut: readonly ListingId[]): Promise<void> {
  const { ctx, mode, settings } = run;
  const place = { shopId: ctx.shop.id, mode };
  const listings = await listStockedListings(ctx.db, place, settings, { also: newlyOut });
  const back = listings.filter((listing) => planTakeOut(listing) === "put_back");
  const off = listings.filter((listing) => planTakeOut(listing) === "take_out");
  const ranOut = listings.filter(({ id, isOut }) => isOut && newlyOut.includes(id));
  const isAsked = await requireApprovalIfMany(run, [...new Set([...off, ...ranOut])], listings);
  const wanted = isAsked ? back : [...back, ...off];
  if (wanted.length === 0) return;
  const statuses = await readStatuses(run, wanted);
  for (const listing of wanted) {
    if (back.includes(listing)) await restoreInStockListing(run, listing, statuses.get(listing.productGid));
    else await hideOutOfStockListing(run, listing, statuses.get(listing.productGid));
  }
}

async function readStatuses(
  { ctx }: StockRun,
  listings: readonly StockedListing[],
): Promise<ReadonlyMap<string, string>> {
  const gids = listings.map(({ productGid }) => productGid);
  const statuses = new Map<string, string>();
  for (let from = 0; from < gids.length; from += 250) {
    const found = await readProductStatuses(ctx.admin, gids.slice(from, from + 250));
    for (const { id, status } of found) statuses.set(id, status);
  }
  return statuses;
}

/** What is asked about stays at quantity 0 until a person answers, or it is in stock again. */
async function requireApprovalIfMany(
  run: StockRun,
  changing: readonly StockedListing[],
  listings: readonly StockedListing[],
): Promise<boolean> {
  const { ctx, mode, settings } = run;
  const shopId = ctx.shop.id;
  if (changing.length === 0) return false;
  const where = { shopId, mode, productGid: { not: null }, offered: true, removedAt: null, unlinkedAt: null };
  const facts = {
    ...{ changing: changing.length, of: await ctx.db.listing.count({ where }) },
    percent: settings.changeGuardPercent,
  };
  if (!exceedsChangeGuard(facts)) return false;
  const waiting = listings.filter(({ takenOut, isOut }) => isOut && takenOut === "quantity");
  const ids = [...new Set([...waiting, ...changing].map(({ id }) => id))];
  const now = ctx.clock.now();
  await writeThenRenewLease(run, async (tx) => {
    await requireApproval(tx, { shopId, now }, { mode, figures: facts, listingIds: ids });
    await tx.listing.updateMany({
      where: { shopId, id: { in: ids }, takenOut: null },
      data: { takenOut: "quantity", takenOutAt: now },
    });
  });
  return true;
}
