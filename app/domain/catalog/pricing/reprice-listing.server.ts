import type { ListedVariant, Listing, PriceChange, Prisma } from "@prisma/client";
import type { BulkScope, ItemOutcome } from "#app/domain/bulk-actions/bulk-subject.ts";
import { resolvePriceIssues } from "#app/domain/catalog/listings/policy/resolve-price-issues.server.ts";
import { toListingWork } from "#app/domain/catalog/listings/request-listing-reconcile.server.ts";
import { listingsSubject } from "#app/domain/catalog/listings/run/listings-subject.ts";
import { countOf } from "#app/domain/messages/count-of.ts";
import { judgePriceChange, type PriceVerdict } from "#app/domain/policy/pricing/judge-price-change.ts";
import { type PriceMove, recordPrices } from "#app/domain/timeline/record-prices.server.ts";
import type { ListingId } from "#app/platform/ids.ts";
import { failpoint } from "#app/platform/process/failpoint.ts";
import { isShopifyError } from "#app/shopify/errors.ts";
import { listVariantPrices } from "#app/shopify/operations/products/list-variant-prices.ts";
import { updateVariants, type VariantChange } from "#app/shopify/operations/products/update-variants.ts";
import { pushPrices } from "./push-prices.server.ts";

/** Shopify answers a few products at once faster than one after the other, at the same price in points. */
const WIDTH = 4;

type Change = PriceChange & { readonly listingVariant: ListedVariant };
type CheckedChange = { readonly change: Change; readonly verdict: PriceVerdict };
type WrittenChange = CheckedChange & { readonly verdict: Extract<PriceVerdict, { kind: "write" }> };

/**
 * Changes the prices of one product as a run planned them, in one call, or puts them back. Our rows say the new price
 * before Shopify is asked, so that a worker that dies in between repeats the same; whatever somebody else changed
 * meanwhile stays and is named.
 */
export const repriceSubject = listingsSubject({ width: WIDTH, doListing: repriceListing });

async function repriceListing(running: BulkScope, listingId: ListingId): Promise<ItemOutcome> {
  const { ctx, run } = running;
  const shopId = ctx.shop.id;
  const [{ variants, ...listing }, waiting] = await Promise.all([
    ctx.db.listing.findUniqueOrThrow({
      where: { shopId_id: { shopId, id: listingId } },
      include: { variants: true },
    }),
    ctx.db.priceChange.findMany({
      where: { shopId, runId: run.id, state: "waiting", listingVariant: { listingId } },
      orderBy: { position: "asc" },
    }),
  ]);
  const byId = new Map(variants.map((variant) => [variant.id, variant]));
  const changes = waiting.flatMap((change) => {
    const listingVariant = byId.get(change.listingVariantId);
    return listingVariant === undefined ? [] : [{ ...change, listingVariant }];
  });
  const checked = await judge(running, changes);
  const begun = await begin(running, checked);
  failpoint("L2");
  const refusal = await write(running, listing, begun);
  failpoint("L3");
  const checkedNow = refusal === null ? checked : checked.map((each) => toRefused(each, refusal));
  const marked = await settle(running, listing, checkedNow);
  await ctx.wake(toListingWork(marked));
  // Whatever changed a row while Shopify was asked has the last word there.
  await pushPrices(ctx, listingId);
  return outcomeOf(running, listingId);
}

async function judge({ ctx }: BulkScope, changes: readonly Change[]): Promise<readonly CheckedChange[]> {
  const gids = changes.flatMap(({ listingVariant: { variantGid } }) => (variantGid ? [variantGid] : []));
  const currentPrices = new Map((await listVariantPrices(ctx.admin, gids)).map((price) => [price.id, price]));
  return changes.map((change) => {
    const { listingVariant: row } = change;
    const current = row.variantGid === null ? undefined : currentPrices.get(row.variantGid);
    return {
      change,
      verdict: judgePriceChange(change, row, current ?? null),
    };
  });
}

/** Rows get their new price where they are still as judged. */
async function begin(
  { claim }: BulkScope,
  checked: readonly CheckedChange[],
): Promise<readonly WrittenChange[]> {
  const begun: WrittenChange[] = [];
  await claim.lease.transaction(async (tx) => {
    for (const each of checked) {
      if (each.verdict.kind === "refused") continue;
      if ((await saveNewPrice(tx, each.change)) && isWritten(each)) begun.push(each);
    }
  });
  return begun;
}

function isWritten(checked: CheckedChange): checked is WrittenChange {
  return checked.verdict.kind === "write";
}

async function saveNewPrice(tx: Prisma.TransactionClient, change: Change): Promise<boolean> {
  const { count } = await tx.listingVariant.updateMany({
    where: {
      shopId: change.shopId,
      id: change.listingVariantId,
      pricePkr: { in: [change.fromPkr, change.toPkr] },
    },
    data: {
      ...{ pricePkr: change.toPkr, compareAtPkr: change.toCompareAtPkr },
      ...(change.movesFixed ? { fixedPricePkr: change.toPkr } : {}),
    },
  });
  return count === 1;
}

/** What a worker that died, or this one, wrote of a change that is refused in the end. */
async function putBack(tx: Prisma.TransactionClient, change: Change): Promise<void> {
  if (change.fromPkr === change.toPkr) return;
  await tx.listingVariant.updateMany({
    where: { shopId: change.shopId, id: change.listingVariantId, pricePkr: change.toPkr },
    data: {
      ...{ pricePkr: change.fromPkr, compareAtPkr: change.fromCompareAtPkr },
      ...(change.movesFixed ? { fixedPricePkr: change.fromPkr } : {}),
    },
  });
}

/** Null when Shopify took them; its words when it refused. */
async function write(
  { ctx }: BulkScope,
  { shopId, id, productGid: productId }: Listing,
  begun: readonly WrittenChange[],
): Promise<string | null> {
  if (begun.length === 0 || productId === null) return null;
  const where = { shopId_id: { shopId, id } };
  try {
    const writtenAt = await updateVariants(ctx.admin, {
      productId,
      variants: begun.flatMap(toShopifyChange),
    });
    if (writtenAt !== null) await ctx.db.listing.update({ where, data: { writtenAt } });
    return null;
  } catch (error) {
    if (!isShopifyError(error, "user_errors")) throw error;
    return `Shopify refused it: ${error.userErrors[0]?.message ?? error.message}`;
  }
}

function toRefused({ change, verdict }: CheckedChange, reason: string): CheckedChange {
  return { change, verdict: verdict.kind === "write" ? { kind: "refused", reason } : verdict };
}

function toShopifyChange({ change, verdict }: WrittenChange): readonly VariantChange[] {
  const { variantGid: id } = change.listingVariant;
  if (id === null) return [];
  const compareAt = verdict.writesCompareAt ? { compareAtPkr: change.toCompareAtPkr } : {};
  return [{ id, pricePkr: change.toPkr, ...compareAt }];
}

/** Returns the listings that are marked for their own work. */
async function settle(
  running: BulkScope,
  { id: listingId, title }: Listing,
  checked: readonly CheckedChange[],
): Promise<readonly ListingId[]> {
  const { ctx, claim } = running;
  const shopId = ctx.shop.id;
  const settledAt = ctx.clock.now();
  return claim.lease.transaction(async (tx) => {
    const moves: PriceMove[] = [];
    for (const { change, verdict } of checked) {
      const isRefused = verdict.kind === "refused";
      if (isRefused) await putBack(tx, change);
      const reason = isRefused ? verdict.reason : await savePushedPrice(tx, change, settledAt);
      await tx.priceChange.update({
        where: { id: change.id, shopId },
        data: { state: reason === null ? "done" : "refused", reason, settledAt },
      });
      const { fromPkr, toPkr, listingVariant } = change;
      if (reason === null) moves.push({ title: listingVariant.title, fromPkr, toPkr });
    }
    await recordPrices(tx, shopId, { listingId, title, ...factOf(running), moves, at: settledAt });
    return resolvePriceIssues(tx, { shopId, now: settledAt }, listingId);
  });
}

function factOf({ run: { kind, by } }: BulkScope) {
  const code = kind === "undo" ? "price_put_back" : "price_set";
  return { actor: "person", by, code } as const;
}

/** Null when the row still says what was written; else why it does not. */
async function savePushedPrice(
  tx: Prisma.TransactionClient,
  change: Change,
  now: Date,
): Promise<string | null> {
  const { shopId, listingVariantId: id, toPkr } = change;
  const { count } = await tx.listingVariant.updateMany({
    where: { shopId, id, pricePkr: toPkr },
    data: { pushedPricePkr: toPkr, priceDueAt: null },
  });
  if (count === 1) return null;
  // Shopify may hold ours now: the row's own is written after it.
  await tx.listingVariant.updateMany({ where: { shopId, id }, data: { priceDueAt: now } });
  return "Its price changed again at the same moment; the later one counts.";
}

async function outcomeOf({ ctx, run }: BulkScope, listingId: ListingId): Promise<ItemOutcome> {
  const changes = await ctx.db.priceChange.findMany({
    where: { shopId: ctx.shop.id, runId: run.id, listingVariant: { listingId } },
    orderBy: { position: "asc" },
    select: { state: true, reason: true },
  });
  const left = changes.filter(({ state }) => state === "refused");
  const [first] = left;
  if (first === undefined) return { kind: "done" };
  const reason = first.reason ?? "It stays as it is.";
  if (changes.length === 1) return { kind: "refused", reason };
  return {
    kind: "refused",
    reason: `${left.length} of ${countOf(changes.length, "price stays", "prices stay")}: ${reason}`,
  };
}
