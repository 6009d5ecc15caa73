import type { Listing } from "@prisma/client";
import { closeRuns } from "#app/domain/bulk-actions/close-runs.server.ts";
import { mapListings } from "#app/domain/catalog/adoption/map-listing.server.ts";
import type { ImportStep } from "#app/domain/catalog/listings/listing-state.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { type ImportFailure, toImportFailure } from "#app/domain/messages/failures/import-failure.ts";
import { loadListingSettings } from "#app/domain/policy/pricing/load-settings.server.ts";
import { loadTerms } from "#app/domain/policy/terms/load-terms.server.ts";
import { AppError } from "#app/platform/errors.ts";
import { isTransient } from "#app/platform/http/transient-failure.ts";
import { failpoint } from "#app/platform/process/failpoint.ts";
import type { ClaimedWork } from "#app/platform/queue/work.server.ts";
import type { WorkResult } from "#app/platform/queue/work-result.ts";
import { isShopifyError } from "#app/shopify/errors.ts";
import { countMarkedProducts } from "#app/shopify/operations/products/count-marked-products.ts";
import { isSupplierError } from "#app/supplier/errors.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { publishImported } from "../channels/publish-listing.server.ts";
import { findGoodsToImport } from "./find-goods-to-import.server.ts";
import { type Batch, type BatchItem, beginItem, findNextBatch } from "./find-next-batch.server.ts";
import type { ImportRun } from "./import-run.ts";
import { notReadyToImport } from "./not-ready-to-import.ts";
import { readVariants } from "./read-variants.server.ts";
import { stepOf } from "./run-import.server.ts";
import { failListing, finishListings } from "./settle-listing.server.ts";
import { importWork } from "./start-import.server.ts";
import { stopRuns } from "./stop-import.server.ts";

/** Products made beside each other: enough to keep Shopify's bucket empty however long an answer takes. */
const AT_ONCE = 6;
const REQUEUE_AFTER_MS = 2000;
/** So often one product may fail while others of its run succeed. */
const MOST_ATTEMPTS = 5;

type Items = Extract<Batch, { kind: "items" }>;
type ImportError = { readonly listing: Listing; readonly error: unknown };

/**
 * Carries on the shop's runs of imports, up to 50 products each time: several productSets beside each other, then the
 * variants of all in one read, then one `POST /imports`. A product that is refused settles alone, and what is true of the
 * key or the shop stops the runs. All of a shop's runs are one row of work, so that no product is made by two.
 * @throws AppError when nothing of the batch went on and it is worth trying again
 */
export async function runImports(ctx: ShopContext, claim: ClaimedWork): Promise<WorkResult> {
  const batch = await findNextBatch(ctx);
  if (batch.kind === "wait") return { kind: "requeue", afterMs: REQUEUE_AFTER_MS };
  if (batch.kind === "nothing") {
    await closeImports(ctx);
    return { kind: "done" };
  }
  const run = await prepareRun(ctx, claim, batch.mode);
  if ("code" in run) {
    await stopRuns(ctx, run);
    return { kind: "done" };
  }
  const { finished, notDone } = await runBatch(run, ctx, batch);
  await settleFailures(ctx, notDone, batch.items, finished > 0);
  await closeImports(ctx);
  // Marked while it runs: the next fifty begin at once, and each run is short enough to be repeated.
  await ctx.wake([importWork]);
  return { kind: "done" };
}

/** What every product of a batch needs; or why none can go on. */
async function prepareRun(
  ctx: ShopContext,
  claim: ClaimedWork,
  mode: Mode,
): Promise<ImportRun | ImportFailure> {
  const supplier = ctx.supplierIn(mode);
  if (supplier === null) return { code: "not_connected", detail: null };
  const { locationGid } = ctx.shop;
  const notReady = notReadyToImport(ctx);
  if (notReady !== null || locationGid === null) return { code: notReady ?? "not_set_up", detail: null };
  return {
    ...{ shop: ctx.shop, env: ctx.env, db: ctx.db, clock: ctx.clock, log: ctx.log, admin: ctx.admin },
    ...{ supplier, locationGid },
    settings: await loadListingSettings(ctx),
    terms: await loadTerms(ctx),
    looksFirst: await mayHoldUnknown(ctx),
    goodsOf: (id) => findGoodsToImport({ ...ctx, supplier }, mode, id),
    beforeEffect: () => claim.lease.assertHeld(),
  };
}

/**
 * Whether products stand in the shop that carry an id of the service's and are not known here: from before a reinstall,
 * or from an attempt whose answer was lost. Then each is looked for before it is made.
 */
async function mayHoldUnknown({ shop, db, admin }: ShopContext): Promise<boolean> {
  const known = await db.listing.findMany({
    where: { shopId: shop.id, origin: "imported", productGid: { not: null } },
    distinct: ["productGid"],
    select: { id: true },
  });
  return (await countMarkedProducts(admin)) > known.length;
}

async function runBatch(run: ImportRun, ctx: ShopContext, { items }: Items) {
  const notDone: ImportError[] = [];
  const made: Listing[] = [];
  await eachOf(items, async (item) => {
    const listing = await beginItem(ctx, item);
    if (listing === null) return;
    try {
      await makeProduct(run, listing);
      made.push(listing);
    } catch (error) {
      notDone.push({ listing, error });
    }
  });
  failpoint("I4");
  notDone.push(...(await readVariants(run, await atStep(run, made, "variants"))));
  failpoint("I5");
  await eachOf(await atStep(run, made, "stock"), async (listing) => {
    try {
      await stepOf("stock")(run, listing);
    } catch (error) {
      notDone.push({ listing, error });
    }
  });
  notDone.push(...(await mapListings(run, await atStep(run, made, "mapping"))));
  failpoint("I6");
  const done = await atStep(run, made, "done");
  await publishImported(ctx, done);
  failpoint("I7");
  await finishListings(ctx, done);
  return { finished: done.length, notDone };
}

/** The first step is one product's own. */
async function makeProduct(run: ImportRun, listing: Listing): Promise<void> {
  switch (listing.step) {
    case "adopt":
    case "product":
    case "create":
      return stepOf(listing.step)(run, listing);
    // Done for many at once, or after that.
    case "variants":
    case "stock":
    case "mapping":
    case "done":
      return;
  }
}

async function atStep(
  run: ImportRun,
  listings: readonly Listing[],
  step: ImportStep,
): Promise<readonly Listing[]> {
  const ids = listings.map(({ id }) => id);
  return run.db.listing.findMany({
    where: { shopId: run.shop.id, id: { in: ids }, step },
    orderBy: { id: "asc" },
  });
}

/**
 * A refusal is the product's own end; what may pass is tried again, five times if others go on meanwhile. What is true
 * of the key or the whole shop stops the runs instead of failing one product after the other.
 */
async function settleFailures(
  ctx: ShopContext,
  notDone: readonly ImportError[],
  items: readonly BatchItem[],
  othersGoOn: boolean,
): Promise<void> {
  const passing: unknown[] = [];
  for (const { listing, error } of notDone) {
    if (isLostLease(error)) throw error;
    const failure = toImportFailure(error);
    const ofAll = failure?.code === "connection_refused" ? failure : toShopFailure(error);
    if (ofAll) return stopRuns(ctx, ofAll);
    const attempts = items.find(({ listingId }) => listingId === listing.id)?.attempts ?? 0;
    const isSpent = !mayPass(error) || (othersGoOn && attempts + 1 >= MOST_ATTEMPTS);
    if (failure !== null) await failListing(ctx, listing, failure);
    else if (isSpent) await failListing(ctx, listing, { code: "stopped", detail: codeOf(error) });
    else passing.push(error);
    if (failure === null && isSpent) logSpent(ctx, listing, error);
  }
  if (passing.length === 0) return;
  if (!othersGoOn) throw passing[0];
  const listingIds = notDone.map(({ listing }) => listing.id);
  await ctx.db.bulkItem.updateMany({
    where: { shopId: ctx.shop.id, listingId: { in: listingIds }, state: "begun" },
    data: { attempts: { increment: 1 } },
  });
}

/** Of the shop as a whole: no product of it can be made now. */
function toShopFailure(error: unknown): ImportFailure | null {
  const kinds = ["unauthorized", "token_dead", "shop_unavailable", "access_denied"] as const;
  const isOfShop = isShopifyError(error) && kinds.some((kind) => kind === error.kind);
  return isOfShop ? { code: "shop_closed", detail: null } : null;
}

function logSpent({ log, shop }: ShopContext, { id }: Listing, error: unknown): void {
  const name = error instanceof Error ? error.name : "unknown";
  log.error({ event: "import_spent", shopId: shop.id, listingId: id, code: codeOf(error), name });
}

function isLostLease(error: unknown): boolean {
  return error instanceof AppError && error.code === "lease_lost";
}

function mayPass(error: unknown): boolean {
  return isTransient(error) && !(isSupplierError(error) && error.kind === "definite");
}

function codeOf(error: unknown): string {
  return error instanceof AppError ? error.code : "bug";
}

function closeImports({ shop, db, clock }: ShopContext): Promise<void> {
  return closeRuns(db, { shopId: shop.id, kind: "import" }, clock.now());
}

/** A few at once, in their order; each takes the next as soon as it is free. */
async function eachOf<T>(entries: readonly T[], take: (entry: T) => Promise<void>): Promise<void> {
  const waiting = [...entries];
  const takeNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await take(next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, takeNext));
}
