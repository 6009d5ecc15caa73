import type { Listing, Prisma } from "@prisma/client";
import type { AttentionScope } from "#app/domain/attention/open-attention.server.ts";
import { adoptProduct } from "#app/domain/catalog/adoption/adopt-product.server.ts";
import { mapListings } from "#app/domain/catalog/adoption/map-listing.server.ts";
import { publishImported } from "#app/domain/catalog/channels/publish-listing.server.ts";
import type { ImportStep } from "#app/domain/catalog/listings/listing-state.ts";
import { stockListing } from "#app/domain/catalog/listings/stock/stock-listing.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { type ImportFailure, toImportFailure } from "#app/domain/messages/failures/import-failure.ts";
import { loadListingSettings } from "#app/domain/policy/pricing/load-settings.server.ts";
import { loadTerms } from "#app/domain/policy/terms/load-terms.server.ts";
import { AppError } from "#app/platform/errors.ts";
import type { ListingId, SupplierProductId } from "#app/platform/ids.ts";
import { createListedProduct } from "./create-listed-product.server.ts";
import { findGoodsToImport } from "./find-goods-to-import.server.ts";
import type { ImportRun } from "./import-run.ts";
import { notReadyToImport } from "./not-ready-to-import.ts";
import { readVariants } from "./read-variants.server.ts";
import { failListing, finishListings, writeFailure } from "./settle-listing.server.ts";

export type ImportResult =
  | { readonly kind: "ready" }
  | { readonly kind: "failed"; readonly failure: ImportFailure }
  | { readonly kind: "nothing_to_do" };

type RunImportDeps = Pick<
  ShopContext,
  "shop" | "env" | "db" | "clock" | "log" | "admin" | "supplierIn" | "connection"
>;

/**
 * Carries an import to its end from the step it stands at: product (or adopt, R23), variants or stock, mapping. Each
 * step may be repeated and is remembered when done, so that a crash costs one repetition and never a second product.
 * Refusals end as a failed listing with its reason; what may pass later is thrown.
 * @throws AppError of the service or of Shopify when it is worth trying again, or `listing_not_found`
 */
export async function runImport(ctx: RunImportDeps, listingId: ListingId): Promise<ImportResult> {
  const listing = await getListing(ctx, listingId);
  if (listing.state !== "importing") return { kind: "nothing_to_do" };
  const supplier = ctx.supplierIn(listing.mode);
  if (supplier === null) return failListing(ctx, listing, { code: "not_connected", detail: null });
  const { locationGid } = ctx.shop;
  const notReady = notReadyToImport(ctx);
  if (notReady !== null || locationGid === null)
    return failListing(ctx, listing, { code: notReady ?? "not_set_up", detail: null });
  try {
    const [settings, terms] = await Promise.all([loadListingSettings(ctx), loadTerms(ctx)]);
    const goodsOf = (id: SupplierProductId) => findGoodsToImport({ ...ctx, supplier }, listing.mode, id);
    // What looks first needs no lease: a second product cannot come of it.
    const beforeEffect = () => Promise.resolve();
    const run = { ...ctx, supplier, locationGid, settings, terms, goodsOf, beforeEffect, looksFirst: true };
    await runSteps(run, listing);
  } catch (error) {
    const failure = toImportFailure(error);
    if (failure === null) throw error;
    return failListing(ctx, listing, failure);
  }
  await publishImported(ctx, [await getListing(ctx, listing.id)]);
  await finishListings(ctx, [listing]);
  return { kind: "ready" };
}

/** The work was given up after failing the same way several times: the listing says so and can be imported again. */
export async function giveUpImport(
  tx: Prisma.TransactionClient,
  writtenFor: AttentionScope,
  listingId: ListingId,
  errorCode: string,
): Promise<void> {
  const where = { shopId_id: { shopId: writtenFor.shopId, id: listingId } };
  const listing = await tx.listing.findUnique({ where });
  if (listing?.state !== "importing") return;
  await writeFailure(tx, writtenFor, listing, { code: "stopped", detail: errorCode });
}

async function runSteps(run: ImportRun, listing: Listing): Promise<void> {
  for (let at = listing; at.step !== "done"; at = await getListing(run, listing.id)) {
    await stepOf(at.step)(run, at);
  }
}

export function stepOf(
  step: Exclude<ImportStep, "done">,
): (run: ImportRun, listing: Listing) => Promise<void> {
  switch (step) {
    case "adopt":
      return adoptProduct;
    case "product":
    case "create":
      return createListedProduct;
    case "variants":
      return alone(readVariants);
    case "stock":
      return stockListing;
    case "mapping":
      return alone(mapListings);
  }
}

type StepOfMany = (
  run: ImportRun,
  listings: readonly Listing[],
) => Promise<readonly { readonly error: unknown }[]>;

function alone(step: StepOfMany): (run: ImportRun, listing: Listing) => Promise<void> {
  return async (run, listing) => {
    for (const { error } of await step(run, [listing])) throw error;
  };
}

async function getListing(ctx: Pick<ShopContext, "shop" | "db">, listingId: ListingId): Promise<Listing> {
  const listing = await ctx.db.listing.findUnique({
    where: { shopId_id: { shopId: ctx.shop.id, id: listingId } },
  });
  if (listing === null)
    throw new AppError("listing_not_found", `No listing ${listingId}`, { retryable: false });
  return listing;
}
