import { applyProductDeletion } from "#app/domain/catalog/listings/leaving/unlink-listing.server.ts";
import { requestListingReconcile } from "#app/domain/catalog/listings/request-listing-reconcile.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { ProductGid } from "#app/platform/ids.ts";
import { readProductStatuses } from "#app/shopify/operations/products/read-product-statuses.ts";

/** A product that is touched again and again, as by each of its sales, is looked at no more often than this. */
const RECONCILE_EVERY_MS = 10 * 60_000;

/**
 * Shopify says a product was changed. One of ours is looked at, unless the change is the echo of our own last write.
 * Products that are not ours cost nothing.
 */
export async function applyProductChange(ctx: ShopContext, productGid: ProductGid): Promise<void> {
  const shopId = ctx.shop.id;
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

/** Shopify says a product was deleted: one of ours is unlinked, once Shopify has it no more. */
export async function applyProductDeletionWebhook(ctx: ShopContext, productGid: ProductGid): Promise<void> {
  if (!(await isDeleted(ctx, productGid))) return;
  await ctx.db.$transaction((tx) => applyProductDeletion(tx, ctx.shop.id, productGid));
}

/** Read before it is believed: a product that is still for sale would be kept by nobody. */
async function isDeleted({ db, shop, admin }: ShopContext, productGid: ProductGid): Promise<boolean> {
  const listed = await db.listing.count({ where: { shopId: shop.id, productGid } });
  return listed > 0 && (await readProductStatuses(admin, [productGid])).length === 0;
}
