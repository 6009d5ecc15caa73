import type { Listing, Prisma } from "@prisma/client";
import {
  type AttentionScope,
  openAttention,
  resolveAttention,
} from "#app/domain/attention/open-attention.server.ts";
import { VARIANTS_MISSING } from "#app/domain/catalog/adoption/plan-adoption.ts";
import { lockItems } from "#app/domain/catalog/listings/lock-items.server.ts";
import { recalculateLosses } from "#app/domain/catalog/listings/policy/recalculate-losses.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { describeImportFailure, type ImportFailure } from "#app/domain/messages/failures/import-failure.ts";
import { requestStockReconcile } from "#app/domain/stock-work/request-stock-reconcile.server.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import type { ListingId } from "#app/platform/ids.ts";
import { requestReconcile } from "#app/platform/queue/work.server.ts";

type SettleContext = Pick<ShopContext, "shop" | "db" | "clock">;
type FinishContext = SettleContext & Pick<ShopContext, "connection">;

/** The import cannot go on by itself: the listing says why, and attention shows it. Its step stays for the next try. */
export async function failListing(
  ctx: SettleContext,
  listing: Listing,
  failure: ImportFailure,
): Promise<{ readonly kind: "failed"; readonly failure: ImportFailure }> {
  const writtenFor = { shopId: ctx.shop.id, now: ctx.clock.now() };
  await ctx.db.$transaction((tx) => writeFailure(tx, writtenFor, listing, failure));
  return { kind: "failed", failure };
}

/** The same inside a transaction that is there already. */
export async function writeFailure(
  tx: Prisma.TransactionClient,
  writtenFor: AttentionScope,
  listing: Listing,
  failure: ImportFailure,
): Promise<void> {
  const { shopId } = writtenFor;
  await tx.listing.update({
    where: { shopId_id: { shopId, id: listing.id } },
    data: { state: "failed", failure: failure.code },
  });
  const params = { reason: failure.code, title: listing.title, detail: failure.detail ?? "" };
  const subject = { thing: "listing", thingId: listing.id } as const;
  await settleItems(tx, writtenFor, [listing.id], toSentence(failure));
  await openAttention(tx, writtenFor, { ...subject, code: "import_failed", params });
  await recordFact(tx, shopId, { ...subject, actor: "karwan", code: "import_failed", params });
}

function toSentence({ code, detail }: ImportFailure): string {
  const { title } = describeImportFailure(code);
  return detail === null || detail === "" ? title : `${title} ${detail}`.slice(0, 500);
}

/** The products stand in the shop and are linked: attention closes, runs go on, and what waited for them as well. */
export async function finishListings(ctx: FinishContext, listings: readonly Listing[]): Promise<void> {
  const shopId = ctx.shop.id;
  const now = ctx.clock.now();
  const ids = listings.map(({ id }) => id);
  if (ids.length === 0) return;
  await ctx.db.$transaction(async (tx) => {
    const importing = await tx.listing.findMany({
      where: { shopId, id: { in: ids }, state: "importing", step: "done" },
      orderBy: { id: "asc" },
    });
    if (importing.length === 0) return;
    const finished = importing.map(({ id }) => id);
    const variants = await tx.listingVariant.findMany({
      where: { shopId, listingId: { in: finished } },
      select: { id: true },
    });
    const itemIds = variants.map(({ id }) => id);
    await lockItems(tx, shopId, itemIds);
    await tx.listing.updateMany({
      // One that got another variant meanwhile has steps to go.
      where: { shopId, id: { in: finished }, step: "done" },
      data: { state: "ready", failure: null, syncFailure: null, confirmedAt: now, confirmedBy: "import" },
    });
    await settleItems(tx, { shopId, now }, finished, null);
    await closeAttention(tx, { shopId, now }, finished);
    await recalculateLosses(tx, { shopId, now }, finished);
    await tx.timelineEntry.createMany({ data: await toFacts(tx, importing) });
    // Orders may have waited for just these links; what came with the key not in use is linked to the one that is.
    const kinds = importing.map(({ mode }) =>
      ctx.connection?.mode === mode ? "orders.reconcileUnlinked" : "catalog.adoptMissing",
    );
    await requestReconcile(
      tx,
      [...new Set(kinds)].map((kind) => ({ shopId, kind, subject: "shop" })),
    );
    // From here on their quantities are kept by the work of stock, which knows the shop's settings and what is placed.
    await requestStockReconcile(tx, shopId, itemIds);
  });
}

async function closeAttention(
  tx: Prisma.TransactionClient,
  writtenFor: AttentionScope,
  listingIds: readonly ListingId[],
): Promise<void> {
  const open = await tx.attention.findMany({
    where: {
      shopId: writtenFor.shopId,
      thing: "listing",
      thingId: { in: [...listingIds] },
      resolvedAt: null,
    },
    select: { thingId: true },
  });
  const keep = [VARIANTS_MISSING] as const;
  for (const thingId of new Set(open.map((row) => row.thingId))) {
    await resolveAttention(tx, writtenFor, { thing: "listing", thingId }, { by: "karwan", keep });
  }
}

/** One fact for each: linked where the product also belongs to a listing of the other mode, else imported. */
async function toFacts(
  tx: Prisma.TransactionClient,
  listings: readonly Listing[],
): Promise<Prisma.TimelineEntryCreateManyInput[]> {
  const [first] = listings;
  if (first === undefined) return [];
  const gids = listings.flatMap(({ productGid }) => productGid ?? []);
  const sharing = await tx.listing.findMany({
    where: { shopId: first.shopId, productGid: { in: gids } },
    select: { mode: true, productGid: true },
  });
  const isInBothModes = (listing: Listing) =>
    sharing.some(({ mode, productGid }) => mode !== listing.mode && productGid === listing.productGid);
  return listings.map((listing) => ({
    ...{ shopId: listing.shopId, thing: "listing", thingId: listing.id, actor: "karwan", topic: "listings" },
    code: isInBothModes(listing) ? "linked" : "imported",
    params: { mode: listing.mode },
  }));
}

/** What waited in a run for these listings is over: done, or refused with a sentence for the merchant. */
async function settleItems(
  tx: Prisma.TransactionClient,
  { shopId, now }: AttentionScope,
  listingIds: readonly ListingId[],
  reason: string | null,
): Promise<void> {
  await tx.bulkItem.updateMany({
    where: {
      ...{ shopId, listingId: { in: [...listingIds] }, state: { in: ["waiting", "begun"] } },
      run: { kind: "import" },
    },
    data: { state: reason === null ? "done" : "refused", reason, settledAt: now },
  });
}
