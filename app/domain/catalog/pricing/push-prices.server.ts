import type { ListedVariant, Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { ListingId, ShopId, StockedItemId, VariantGid } from "#app/platform/ids.ts";
import { requestReconcile } from "#app/platform/queue/work.server.ts";
import { isShopifyError } from "#app/shopify/errors.ts";
import { updateVariants, type VariantChange } from "#app/shopify/operations/products/update-variants.ts";

/** A row that changes this often while it is written waits for the next look. */
const MOST_ROUNDS = 5;

type PricesDue = {
  readonly shopId: ShopId;
  readonly listingId: ListingId;
  readonly listingVariantIds: readonly StockedItemId[];
};

/**
 * Says in the transaction that changed `pricePkr` or `compareAtPkr` of these rows that Shopify is to follow, and asks for
 * it. Notify of `pricePushWork` after the commit.
 */
export async function requestPricePush(
  tx: Prisma.TransactionClient,
  due: PricesDue,
  now: Date,
): Promise<void> {
  const { shopId, listingId } = due;
  await tx.listingVariant.updateMany({
    where: { shopId, listingId, id: { in: [...due.listingVariantIds] } },
    data: { priceDueAt: now },
  });
  await requestReconcile(tx, [{ shopId, ...pricePushWork(listingId) }]);
}

/** Work that writes the due prices of a listing to Shopify. */
export function pricePushWork(listingId: ListingId) {
  return { kind: "listing.pushPrices", subject: { listingId } } as const;
}

/**
 * Writes to Shopify the prices of a listing that are due (`priceDueAt`), as our rows have them. One call for the product; a row that changed while it was written is written again. What Shopify refuses
 * is kept as the listing's `syncFailure`.
 * @throws ShopifyError when it may pass
 */
export async function pushPrices(
  { shop, db, admin, connection }: Pick<ShopContext, "shop" | "db" | "admin" | "connection">,
  listingId: ListingId,
): Promise<void> {
  const where = { shopId_id: { shopId: shop.id, id: listingId } };
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const listing = await db.listing.findUnique({ where, include: { variants: true } });
    if (!listing?.productGid || listing.mode !== connection?.mode) return;
    const due = listing.variants.filter(isDue);
    if (due.length === 0) return;
    try {
      const variants = due.map(toChange);
      const writtenAt = await updateVariants(admin, { productId: listing.productGid, variants });
      if (writtenAt !== null) await db.listing.update({ where, data: { writtenAt } });
    } catch (error) {
      if (!isShopifyError(error, "user_errors")) throw error;
      const words = error.userErrors[0]?.message ?? error.message;
      await db.listing.update({ where, data: { syncFailure: `Shopify refused its prices: ${words}` } });
      return;
    }
    for (const { shopId, id, pricePkr, compareAtPkr } of due) {
      await db.listingVariant.updateMany({
        where: { shopId, id, pricePkr, compareAtPkr },
        data: { pushedPricePkr: pricePkr, priceDueAt: null },
      });
    }
  }
}

type SoldVariant = ListedVariant & { readonly variantGid: VariantGid };

function isDue(variant: ListedVariant): variant is SoldVariant {
  return variant.variantGid !== null && variant.priceDueAt !== null;
}

function toChange({ variantGid, pricePkr, compareAtPkr }: SoldVariant): VariantChange {
  return { id: variantGid, pricePkr, compareAtPkr };
}
