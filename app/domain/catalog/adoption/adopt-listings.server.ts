import type { Listing, Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { ListingId, ShopId } from "#app/platform/ids.ts";
import { requestReconcile } from "#app/platform/queue/work.server.ts";
import type { WorkItem } from "#app/platform/queue/work-kinds.ts";
import type { Mode } from "#app/supplier/mode.ts";

type AdoptListingsDeps = Pick<ShopContext, "shop" | "db" | "connection" | "wake">;

/**
 * After a key of the other mode was put to use: every product that stands in the shop gets a listing of this mode, and
 * those that have one are read anew (R23). One transaction decides it; each product is then work of its own.
 * "missing" leaves alone what has a listing.
 */
export async function adoptListings(
  ctx: AdoptListingsDeps,
  which: "all" | "missing",
): Promise<{ readonly begun: number }> {
  const { connection, shop } = ctx;
  if (connection === null) return { begun: 0 };
  const begun = await ctx.db.$transaction(
    async (tx) => {
      const listings = await tx.listing.findMany({
        where: { shopId: shop.id, productGid: { not: null }, origin: { not: "mapped" } },
      });
      const inMode = listings.filter(({ mode }) => mode === connection.mode);
      const others = listings.filter(({ mode }) => mode !== connection.mode);
      const renewed = which === "all" ? inMode.filter(({ state }) => state !== "importing") : [];
      await restartImports(tx, ctx, renewed);
      const created = await createMissing(tx, ctx, connection.mode, { inMode, others });
      return [...renewed.map(({ id }) => id), ...created];
    },
    { timeout: 30_000 },
  );
  await ctx.wake(begun.map((listingId) => ({ kind: "listing.import", subject: { listingId } })));
  return { begun: begun.length };
}

async function restartImports(
  tx: Prisma.TransactionClient,
  { shop }: AdoptListingsDeps,
  listings: readonly Listing[],
): Promise<void> {
  const ids = listings.map(({ id }) => id);
  await tx.listing.updateMany({
    where: { shopId: shop.id, id: { in: ids } },
    data: { state: "importing", failure: null, step: "adopt" },
  });
  await requestImports(tx, shop.id, ids);
}

type ProductsByMode = { readonly inMode: readonly Listing[]; readonly others: readonly Listing[] };

/** Listings for products that have none in this mode. Of two products of the same goods one stays without. */
async function createMissing(
  tx: Prisma.TransactionClient,
  { shop: { id: shopId } }: AdoptListingsDeps,
  mode: Mode,
  { inMode, others }: ProductsByMode,
): Promise<readonly ListingId[]> {
  const linked = new Set(inMode.map(({ productGid }) => productGid));
  const created: ListingId[] = [];
  for (const source of others.filter(({ productGid }) => !linked.has(productGid))) {
    const { supplierProductId } = source;
    const where = { shopId_mode_supplierProductId: { shopId, mode, supplierProductId } };
    const taken = await tx.listing.findUnique({ where });
    if (taken?.productGid) continue;
    const { productGid, title, imageUrl } = source;
    const data = { productGid, title, imageUrl, state: "importing", failure: null, step: "adopt" } as const;
    const listing = await tx.listing.upsert({
      where,
      create: { shopId, mode, supplierProductId, ...data },
      update: data,
    });
    created.push(listing.id);
  }
  await requestImports(tx, shopId, created);
  return created;
}

async function requestImports(
  tx: Prisma.TransactionClient,
  shopId: ShopId,
  ids: readonly ListingId[],
): Promise<void> {
  await requestReconcile(
    tx,
    ids.map((listingId) => ({ shopId, kind: "listing.import", subject: { listingId } })),
  );
}

export type LinkingProgress = { readonly done: number; readonly total: number };

/** How far linking the shop's products to the key in use has come; null when nothing is under way. */
export async function findLinkingProgress(
  ctx: Pick<ShopContext, "shop" | "db" | "connection">,
): Promise<LinkingProgress | null> {
  if (ctx.connection === null) return null;
  const { mode } = ctx.connection;
  const [open, beginning] = await Promise.all([countBeingLinked(ctx, mode), isBeginning(ctx)]);
  if (open === 0 && !beginning) return null;
  const where = { shopId: ctx.shop.id, mode, productGid: { not: null } };
  const total = await ctx.db.listing.count({ where });
  return { done: total - open, total };
}

/** Products on their way to this mode's key that came with the other's; what is being imported for the first time is none. */
async function countBeingLinked({ shop, db }: Pick<ShopContext, "shop" | "db">, mode: Mode): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    select count(*)::int as count from listing l
    where l.shop_id = ${shop.id}::uuid and l.mode = ${mode} and l.standing = 'waiting'
      and exists (select 1 from listing o
        where o.shop_id = l.shop_id and o.product_gid = l.product_gid and o.mode <> l.mode)`;
  return row?.count ?? 0;
}

const adoptAllWork = { kind: "catalog.adoptAll", subject: "shop" } as const satisfies WorkItem;

async function isBeginning({ shop, db }: Pick<ShopContext, "shop" | "db">): Promise<boolean> {
  const work = await db.work.findUnique({
    where: { shopId_kind_subject: { shopId: shop.id, ...adoptAllWork } },
  });
  return work !== null && work.requestedGeneration > work.observedGeneration && work.deadAt === null;
}
