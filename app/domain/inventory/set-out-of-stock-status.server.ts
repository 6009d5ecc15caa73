import type { Prisma } from "@prisma/client";
import type { FactCode } from "#app/domain/messages/timeline/fact-codes.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import { failpoint } from "#app/platform/process/failpoint.ts";
import { isShopifyError } from "#app/shopify/errors.ts";
import { setProductStatus } from "#app/shopify/operations/products/set-product-status.ts";
import type { StockedListing } from "./plan-take-out.ts";
import { type StockRun, writeThenRenewLease } from "./stock-run.server.ts";

type OutOfStockRun = Pick<StockRun, "ctx" | "claim">;

/**
 * Makes an active product a draft. Intended before it is done: a draft that stands where an active product was read is
 * then ours, whatever happened. One the merchant has hidden is left alone.
 */
export async function hideOutOfStockListing(
  run: OutOfStockRun,
  listing: StockedListing,
  status: string | undefined,
): Promise<void> {
  const isIntended = listing.takenOut === "draft";
  if (!isIntended && status !== "ACTIVE") return;
  await save(run, listing, { takenOut: "draft", takenOutAt: null });
  if (status === "ACTIVE") await setStatus(run, listing, "DRAFT");
  await save(run, listing, { takenOut: "draft", takenOutAt: run.ctx.clock.now() }, "taken_out_of_stock");
}

/** Undoes what we did ourselves, while it still stands as we left it. */
export async function restoreInStockListing(
  run: OutOfStockRun,
  listing: StockedListing,
  status: string | undefined,
): Promise<void> {
  const isAsLeft = listing.takenOut === "draft" && status === "DRAFT";
  if (isAsLeft) await setStatus(run, listing, "ACTIVE");
  const none = { takenOut: null, takenOutAt: null, takenOutFor: null };
  await save(run, listing, none, isAsLeft ? "back_in_stock" : undefined);
}

async function setStatus(
  { ctx, claim }: OutOfStockRun,
  { productGid }: StockedListing,
  status: "ACTIVE" | "DRAFT",
): Promise<void> {
  await claim.lease.assertHeld();
  try {
    await setProductStatus(ctx.admin, { productId: productGid, status });
  } catch (error) {
    // Deleted a moment ago: there is nothing to show or to hide.
    if (!isShopifyError(error, "user_errors") && !isShopifyError(error, "not_found")) throw error;
  }
  failpoint("T4");
}

async function save(
  run: OutOfStockRun,
  { id }: StockedListing,
  data: Pick<Prisma.ListingUpdateManyMutationInput, "takenOut" | "takenOutAt" | "takenOutFor">,
  code?: FactCode,
): Promise<void> {
  const shopId = run.ctx.shop.id;
  await writeThenRenewLease(run, async (tx) => {
    await tx.listing.updateMany({ where: { shopId, id, offered: true, removedAt: null }, data });
    if (code) await recordFact(tx, shopId, { thing: "listing", thingId: id, actor: "karwan", code });
  });
}
