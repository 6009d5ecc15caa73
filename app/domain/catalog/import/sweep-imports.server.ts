import type { Prisma } from "@prisma/client";
import { openAttention, resolveAttention } from "#app/domain/attention/open-attention.server.ts";
import { listImportsOfOthers } from "#app/domain/catalog/adoption/imports-of-others.server.ts";
import { requestListingReconcile } from "#app/domain/catalog/listings/request-listing-reconcile.server.ts";
import { applyOfferedFacts } from "#app/domain/catalog/listings/sync/apply-offered-facts.server.ts";
import { saveQuota } from "#app/domain/context/save-quota.server.ts";
import { type Position, type ServiceRun, type SweepStep, textOf } from "#app/domain/sweeps/sweep-run.ts";
import { type ListingId, type ShopId, type SupplierProductId, toProductGid } from "#app/platform/ids.ts";
import { requestReconcile } from "#app/platform/queue/work.server.ts";
import { readProductStatuses } from "#app/shopify/operations/products/read-product-statuses.ts";
import type { SupplierImport } from "#app/supplier/imports.ts";
import type { Mode } from "#app/supplier/mode.ts";

const PAGE_SIZE = 100;
/** So many ids of products unknown here are kept, for *Stop syncing them*. */
const MOST_UNKNOWN = 200;

/**
 * Walks through what the service syncs for this shop and compares it with our listings: an import that is gone is made
 * again, a failure or a removal the service holds is taken in, and products that are no listings are shown. Each page
 * costs one call.
 */
export async function sweepImports(run: ServiceRun, position: Position | null): Promise<SweepStep> {
  const { client, connection } = run.service;
  const unknown = listIds(position);
  if (textOf(position, "part") === "missing") return adoptUnknownImports(run, unknown);
  const cursor = textOf(position, "cursor") ?? undefined;
  const page = await client.listImports({ limit: PAGE_SIZE, cursor });
  await saveQuota(run.ctx, client, connection);
  const goesOn = page.nextCursor !== null && page.nextCursor !== cursor;
  const strangers = await listUnknownImports(run, page.data);
  const kept = [...unknown, ...strangers].slice(0, MOST_UNKNOWN);
  const ours = await listOwnListings(run, page.data);
  const asked = await findOffered(run, ours);
  return {
    next: goesOn ? { unknown: kept, cursor: page.nextCursor } : { unknown: kept, part: "missing" },
    tally: { seen: page.data.length, unknown: strangers.length },
    calls: 1 + asked.calls,
    write: async (tx) => ({ tally: { mended: await recordOffered(tx, run, ours, asked.offered) } }),
  };
}

function listIds(position: Position | null): readonly string[] {
  const ids: unknown = position?.unknown;
  return Array.isArray(ids) ? ids.filter((id): id is string => typeof id === "string") : [];
}

/**
 * Imports that stand for no listing and for nothing a person mapped; what was deleted there is none, nor is what another
 * shop uses: one of the account here, or one whose product the import names.
 */
async function listUnknownImports(
  { ctx, service }: ServiceRun,
  imports: readonly SupplierImport[],
): Promise<readonly string[]> {
  const productIds = imports.map(({ productId }) => productId);
  const where = { shopId: ctx.shop.id, mode: service.connection.mode, supplierProductId: { in: productIds } };
  const [listings, linked] = await Promise.all([
    ctx.db.listing.findMany({ where: { ...where, unlinkedAt: null }, select: { supplierProductId: true } }),
    ctx.db.stockedComponent.findMany({
      where: { ...where, item: { listingId: null } },
      select: { supplierProductId: true },
    }),
  ]);
  const known = new Set([...listings, ...linked].map(({ supplierProductId }) => supplierProductId));
  const strange = imports.filter(
    ({ productId, syncStatus }) => !known.has(productId) && syncStatus !== "removed",
  );
  const ids = strange.map(({ id }) => id);
  const others = await listImportsOfOthers(ctx.db, { shopId: where.shopId, mode: where.mode }, ids);
  const own = await listOwnProducts(ctx, strange);
  return strange
    .filter(
      ({ id, externalProductId }) => !others.has(id) && (!externalProductId || own.has(externalProductId)),
    )
    .map(({ id }) => id);
}

/** The products named by imports that are this shop's; every other name is another shop's, or of what was deleted. */
async function listOwnProducts(
  { admin }: ServiceRun["ctx"],
  imports: readonly SupplierImport[],
): Promise<ReadonlySet<string>> {
  const named = imports.flatMap(({ externalProductId }) => externalProductId ?? []);
  const gids = named.filter((name) => /^gid:\/\/shopify\/Product\/\d+$/.test(name)).map(toProductGid);
  if (gids.length === 0) return new Set();
  return new Set((await readProductStatuses(admin, gids)).map(({ id }) => id));
}

type OwnListingRow = {
  readonly listing: Prisma.ListingGetPayload<{
    include: { variants: { select: { supplierVariantId: true; offered: true } } };
  }>;
  readonly importRow: SupplierImport;
};

/** Our listings with the import that stands for each: the one that is not removed, where there are several. */
async function listOwnListings(
  { ctx, service }: ServiceRun,
  imports: readonly SupplierImport[],
): Promise<readonly OwnListingRow[]> {
  const byProduct = new Map<SupplierProductId, SupplierImport>();
  for (const each of imports) {
    if (each.syncStatus !== "removed" || !byProduct.has(each.productId)) byProduct.set(each.productId, each);
  }
  const listings = await ctx.db.listing.findMany({
    where: {
      ...{ shopId: ctx.shop.id, mode: service.connection.mode, state: "ready", leaving: null },
      supplierProductId: { in: [...byProduct.keys()] },
    },
    include: { variants: { select: { supplierVariantId: true, offered: true } } },
  });
  return listings.flatMap((listing) => {
    const importRow = byProduct.get(listing.supplierProductId);
    // Of one that was deleted and made again the list may keep both.
    const isOld = importRow?.syncStatus === "removed" && importRow.id !== listing.importId;
    return importRow === undefined || isOld ? [] : [{ listing, importRow }];
  });
}

/**
 * Whether variants are offered, of listings the list disagrees about: an import that is removed says either that the
 * product is, or only that it is not synced.
 */
async function findOffered({ service }: ServiceRun, ours: readonly OwnListingRow[]) {
  const disagreeing = ours.filter(
    ({ listing, importRow }) =>
      importRow.syncStatus === "removed" || (importRow.available ?? true) !== listing.offered,
  );
  const ids = disagreeing.flatMap(({ listing }) =>
    listing.variants.map(({ supplierVariantId }) => supplierVariantId),
  );
  const offered = new Map<string, boolean>();
  let calls = 0;
  for (let at = 0; at < ids.length; at += PAGE_SIZE) {
    calls += 1;
    const items = await service.client.getInventory(ids.slice(at, at + PAGE_SIZE));
    for (const { variantId, available } of items) offered.set(variantId, available);
  }
  return { offered, calls };
}

/** Takes in what the service holds of our listings. Returns how many it knew better. */
async function recordOffered(
  tx: Prisma.TransactionClient,
  run: ServiceRun,
  ours: readonly OwnListingRow[],
  offered: ReadonlyMap<string, boolean>,
): Promise<number> {
  const { ctx, service, startedAt } = run;
  const shopId = ctx.shop.id;
  let mended = 0;
  for (const { listing, importRow } of ours) {
    const facts = listing.variants.flatMap(({ supplierVariantId }) => {
      const isOffered = offered.get(supplierVariantId);
      return isOffered === undefined ? [] : [{ supplierVariantId, offered: isOffered }];
    });
    const isOffered = facts.some((fact) => fact.offered);
    const isForgotten = importRow.syncStatus === "removed" && isOffered;
    const isFailed = importRow.syncStatus === "failed" && listing.syncReported !== "failed";
    await tx.listing.update({
      where: { shopId_id: { shopId, id: listing.id } },
      data: {
        ...{ importSeenAt: startedAt, importId: importRow.id },
        ...(isFailed ? { syncReported: "failed" } : {}),
        ...(isForgotten ? { state: "importing", step: "mapping" } : {}),
      },
    });
    if (isForgotten)
      await requestReconcile(tx, [{ shopId, kind: "listing.import", subject: { listingId: listing.id } }]);
    const changed = await applyOfferedFacts(
      tx,
      { shopId, now: ctx.clock.now() },
      service.connection.mode,
      facts,
    );
    if (isFailed) await requestListingReconcile(tx, shopId, [listing.id]);
    if (isFailed || isForgotten || changed.length > 0) mended += 1;
  }
  return mended;
}

/** What the whole walk did not show is imported again; what is no listing is an open issue. */
async function adoptUnknownImports(run: ServiceRun, unknown: readonly string[]): Promise<SweepStep> {
  const { ctx, service, startedAt } = run;
  const shopId = ctx.shop.id;
  const { mode } = service.connection;
  return {
    next: null,
    tally: {},
    write: async (tx) => {
      await recordUnknownImports(tx, run, unknown);
      const again = await tx.listing.updateManyAndReturn({
        where: {
          ...{ shopId, mode, state: "ready", leaving: null, offered: true, productGid: { not: null } },
          // One imported since the walk began need not be in it.
          updatedAt: { lt: startedAt },
          OR: [{ importSeenAt: null }, { importSeenAt: { lt: startedAt } }],
        },
        data: { state: "importing", step: "mapping" },
        select: { id: true },
      });
      const resumed = await resumeRefused(tx, shopId, mode);
      const marks = [...again, ...resumed].map(
        ({ id }) => ({ kind: "listing.import", subject: { listingId: id } }) as const,
      );
      return { tally: { mended: marks.length, missing: again.length }, marks };
    },
  };
}

/** What was synced before the key was refused: the service takes the key again, as this walk could be made. */
function resumeRefused(
  tx: Prisma.TransactionClient,
  shopId: ShopId,
  mode: Mode,
): Promise<readonly { readonly id: ListingId }[]> {
  return tx.listing.updateManyAndReturn({
    where: {
      ...{ shopId, mode, state: "failed", failure: "connection_refused" },
      ...{ leaving: null, unlinkedAt: null, productGid: { not: null }, importId: { not: null } },
    },
    data: { state: "importing", failure: null },
    select: { id: true },
  });
}

async function recordUnknownImports(
  tx: Prisma.TransactionClient,
  { ctx, service }: ServiceRun,
  unknown: readonly string[],
): Promise<void> {
  const writtenFor = { shopId: ctx.shop.id, now: ctx.clock.now() };
  const subject = { thing: "shop", thingId: `imports/${service.connection.mode}` } as const;
  if (unknown.length === 0) {
    await resolveAttention(tx, writtenFor, subject, { by: "karwan" });
    return;
  }
  const params = { count: unknown.length, imports: [...unknown] };
  await openAttention(tx, writtenFor, { ...subject, code: "unknown_imports", params });
}
