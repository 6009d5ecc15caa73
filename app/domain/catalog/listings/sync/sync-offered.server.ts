import type { TakenOutWay } from "#app/domain/catalog/listings/listing-state.ts";
import {
  isMapped,
  type ListingSync,
  updateListing,
} from "#app/domain/catalog/listings/run/listing-sync.server.ts";
import { requestStockReconcile } from "#app/domain/stock-work/request-stock-reconcile.server.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import { failpoint } from "#app/platform/process/failpoint.ts";
import { setProductStatus } from "#app/shopify/operations/products/set-product-status.ts";
import { guardAutomaticChange, settleItem } from "./guard-automatic-change.server.ts";
import { planOffered } from "./plan-offered.ts";
import { lockVariants } from "./record-reported-at.server.ts";

const notOut = { takenOut: null, takenOutFor: null, takenOutAt: null };

/**
 * Takes a product that is no longer offered out of sale by the shop's policy, and undoes it once it is offered again. Its
 * quantities are the stock's own work, which writes 0 for what is not offered.
 */
export async function syncOffered(run: ListingSync): Promise<void> {
  const { ctx, listing, policy, product } = run;
  // A product that was the merchant's before may stand at other places: only its level at our location is emptied.
  const whenRemoved = isMapped(run) ? "quantity" : policy.whenRemoved;
  const plan = planOffered({ listing, policy: whenRemoved, status: product.status });
  if (plan.kind === "as_it_is") return;
  if (plan.kind === "take_out" && !(await intendTakeOut(run, plan.how))) return;
  if (plan.status !== null) {
    await run.claim.lease.assertHeld();
    await setProductStatus(ctx.admin, { productId: product.id, status: plan.status });
    failpoint("N1");
  }
  const isOut = plan.kind === "take_out";
  await run.claim.lease.transaction(async (tx) => {
    const shopId = ctx.shop.id;
    const now = ctx.clock.now();
    await lockVariants(tx, listing, [listing.supplierProductId]);
    await updateListing(run, tx, isOut ? { takenOutAt: now } : notOut);
    await requestStockReconcile(
      tx,
      shopId,
      listing.variants.map(({ id }) => id),
    );
    await settleItem(tx, { shopId, listingId: listing.id, change: "news_out" }, now);
    const code = isOut ? "taken_out" : "brought_back";
    const how = isOut ? plan.how : (listing.takenOut ?? "");
    const fact = { thing: "listing", thingId: listing.id, actor: "karwan", code } as const;
    await recordFact(tx, shopId, { ...fact, params: { how }, at: now });
  });
}

/** Kept before it is done: a run that dies here hides the product again, and knows that it was us. False: it asks first. */
async function intendTakeOut(run: ListingSync, how: TakenOutWay): Promise<boolean> {
  const { ctx, listing, settings } = run;
  return run.claim.lease.transaction(async (tx) => {
    const { id: listingId, mode } = listing;
    const { changeGuardPercent } = settings;
    const leave = await guardAutomaticChange(ctx, tx, {
      listingId,
      mode,
      change: "news_out",
      changeGuardPercent,
    });
    if (leave.kind === "asks") return false;
    await updateListing(run, tx, { takenOut: how, takenOutFor: "removed", takenOutAt: null });
    return true;
  });
}
