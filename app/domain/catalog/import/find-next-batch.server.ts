import type { BulkItem, Listing, Prisma } from "@prisma/client";
import { MOST_AT_ONCE } from "#app/domain/catalog/adoption/map-listing.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { describeImportFailure, isImportFailureCode } from "#app/domain/messages/failures/import-failure.ts";
import type { ListingId, ShopId } from "#app/platform/ids.ts";
import type { WorkKind } from "#app/platform/queue/work-kinds.ts";
import type { Mode } from "#app/supplier/mode.ts";

/** An item of an import with its listing. */
export type BatchItem = BulkItem & { readonly listingId: ListingId; readonly listing: Listing };

export type Batch =
  | { readonly kind: "items"; readonly mode: Mode; readonly items: readonly BatchItem[] }
  /** What is left is being imported by work of its own: look again soon. */
  | { readonly kind: "wait" }
  | { readonly kind: "nothing" };

type BatchDeps = Pick<ShopContext, "shop" | "db" | "clock">;

/**
 * The next products of the shop's runs, of one mode, each listing once: what was begun before what waits, runs beside
 * each other by their places, so that a small one does not wait for the end of a large one.
 */
export async function findNextBatch(ctx: BatchDeps): Promise<Batch> {
  const open = await listOpenItems(ctx);
  const [first] = open;
  if (first === undefined) return { kind: "nothing" };
  const busy = await findBusy(
    ctx,
    open.map(({ listingId }) => listingId),
  );
  const free = [...new Map(open.map((item) => [item.listingId, item])).values()].filter(
    ({ listing }) => listing.mode === first.listing.mode && !busy.has(listing.id),
  );
  if (free.length === 0) return { kind: "wait" };
  return { kind: "items", mode: first.listing.mode, items: free.slice(0, MOST_AT_ONCE) };
}

async function listOpenItems({ shop, db }: BatchDeps): Promise<readonly BatchItem[]> {
  const items = await db.bulkItem.findMany({
    where: openItems(shop.id),
    include: { listing: true },
    orderBy: [{ attempts: "asc" }, { state: "asc" }, { position: "asc" }, { runId: "asc" }],
    take: MOST_AT_ONCE * 2,
  });
  return items.flatMap(({ listing, ...item }) =>
    listing ? [{ ...item, listing, listingId: listing.id }] : [],
  );
}

/** Of running runs; and of stopped ones what had been begun, which is brought to its end. */
function openItems(shopId: ShopId): Prisma.BulkItemWhereInput {
  return {
    shopId,
    OR: [
      { state: { in: ["waiting", "begun"] }, run: { kind: "import", state: "running" } },
      { state: "begun", run: { kind: "import", state: "stopped" } },
    ],
  };
}

/** Listings whose import is work of its own at the moment: two would make one product twice. */
async function findBusy(
  { shop, db }: BatchDeps,
  listingIds: readonly ListingId[],
): Promise<ReadonlySet<string>> {
  const kind: WorkKind = "listing.import";
  const work = await db.work.findMany({
    where: { shopId: shop.id, kind, subject: { in: [...listingIds] }, deadAt: null },
    select: { subject: true, requestedGeneration: true, observedGeneration: true },
  });
  const isRequested = ({ requestedGeneration, observedGeneration }: (typeof work)[number]) =>
    requestedGeneration > observedGeneration;
  return new Set(work.filter(isRequested).map(({ subject }) => subject));
}

function reasonOf(listing: Listing | null): string {
  const code = listing?.failure ?? "";
  return describeImportFailure(isImportFailureCode(code) ? code : "stopped").title;
}

/** Begins one item, unless its run was stopped; one whose listing came to its end elsewhere is settled as that. */
export async function beginItem({ shop, db, clock }: BatchDeps, item: BatchItem): Promise<Listing | null> {
  const begun = await db.bulkItem.updateMany({
    where: {
      ...{ shopId: shop.id, id: item.id },
      OR: [{ state: "begun" }, { state: "waiting", run: { state: "running" } }],
    },
    data: { state: "begun" },
  });
  if (begun.count === 0) return null;
  const where = { shopId_id: { shopId: shop.id, id: item.listingId } };
  const listing = await db.listing.findUnique({ where });
  if (listing?.state === "importing") return listing;
  await db.bulkItem.updateMany({
    where: { shopId: shop.id, id: item.id, state: "begun" },
    data:
      listing?.state === "ready"
        ? { state: "done", settledAt: clock.now() }
        : { state: "refused", reason: reasonOf(listing), settledAt: clock.now() },
  });
  return null;
}
