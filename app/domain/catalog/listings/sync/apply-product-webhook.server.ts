import { applyProductDeletion } from "#app/domain/catalog/listings/leaving/unlink-listing.server.ts";
import { requestListingReconcile } from "#app/domain/catalog/listings/request-listing-reconcile.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { readProductStatuses } from "#app/shopify/operations/products/read-product-statuses.ts";

const TOUCHED = "product_touched/";
const DELETED = "product_deleted/";
/** A product that is touched again and again, as by each of its sales, is looked at no more often than this. */
const RECONCILE_EVERY_MS = 10 * 60_000;

export type ProductSubject = { readonly kind: "touched" | "deleted"; readonly productGid: string };

/** What a work subject of the shop tells of one of its products; null for other subjects. */
export function parseProductSubject(subject: string): ProductSubject | null {
  if (subject.startsWith(TOUCHED)) return { kind: "touched", productGid: subject.slice(TOUCHED.length) };
  if (subject.startsWith(DELETED)) return { kind: "deleted", productGid: subject.slice(DELETED.length) };
  return null;
}

/**
 * Shopify says a product was changed, or deleted. One of ours is looked at, unless the change is the echo of our own last
 * write. Products that are not ours cost nothing.
 */
export async function applyProductWebhook(
  ctx: ShopContext,
  { kind, productGid }: ProductSubject,
): Promise<void> {
  const shopId = ctx.shop.id;
  if (kind === "deleted") {
    if (await isDeleted(ctx, productGid)) {
      await ctx.db.$transaction((tx) => applyProductDeletion(tx, shopId, productGid));
    }
    return;
  }
  const listings = await ctx.db.listing.findMany({
    where: { shopId, productGid, state: "ready", leaving: null },
    select: { id: true, writtenAt: true, lookedAt: true, changedInShopifyAt: true },
  });
  for (const { id, writtenAt, lookedAt, changedInShopifyAt } of listings) {
    // An edit of the merchant's just before our own write is no echo, though it is older.
    if (changedInShopifyAt !== null && changedInShopifyAt.getTime() === writtenAt?.getTime()) continue;
    const since =
      lookedAt === null ? Number.POSITIVE_INFINITY : ctx.clock.now().getTime() - lookedAt.getTime();
    const delayMs = Math.max(0, RECONCILE_EVERY_MS * ctx.env.SWEEP_INTERVAL_SCALE - since);
    await requestListingReconcile(ctx.db, shopId, [id], Math.round(delayMs));
  }
}

/** Read before it is believed: a product that is still for sale would be kept by nobody. */
async function isDeleted({ db, shop, admin }: ShopContext, productGid: string): Promise<boolean> {
  const listed = await db.listing.count({ where: { shopId: shop.id, productGid } });
  return listed > 0 && (await readProductStatuses(admin, [productGid])).length === 0;
}
