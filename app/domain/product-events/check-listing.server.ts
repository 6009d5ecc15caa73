import {
  requestListingReconcile,
  toListingWork,
} from "#app/domain/catalog/listings/request-listing-reconcile.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { ListingId, StockedItemId } from "#app/platform/ids.ts";
import { checkListingNow } from "./check-listing-now.server.ts";

export type CheckListingResult =
  /** What was found, as the merchant reads it. */
  { readonly ok: true; readonly found: string } | { readonly ok: false; readonly reason: string };

/**
 * *Check now*: stock is read at the service at once; Shopify's quantities are compared by the shop's work of stock within
 * moments, and what differs is put right by the shop's settings.
 */
export async function checkListing(ctx: ShopContext, listingId: ListingId): Promise<CheckListingResult> {
  const before = await stocksOf(ctx, listingId);
  const outcome = await checkListingNow(ctx, listingId);
  switch (outcome.kind) {
    case "not_found":
      return { ok: false, reason: "It is not here any more." };
    case "not_connected":
      return { ok: false, reason: "The supplier is not connected, or refuses your key at the moment." };
    case "refused":
      return { ok: false, reason: "The supplier could not be asked just now. Try again in a moment." };
    case "asked":
      await requestReconcileNow(ctx, listingId);
      return { ok: true, found: foundWords(before, await stocksOf(ctx, listingId)) };
  }
}

/** Price, cost and content are compared by the listing's own work. */
async function requestReconcileNow(ctx: ShopContext, listingId: ListingId): Promise<void> {
  await ctx.db.$transaction((tx) => requestListingReconcile(tx, ctx.shop.id, [listingId]));
  await ctx.wake(toListingWork([listingId]));
}

/** *Try again*: what Shopify refused is written once more. False where there is no such listing. */
export async function tryAgain(ctx: ShopContext, listingId: ListingId): Promise<boolean> {
  const where = { shopId_id: { shopId: ctx.shop.id, id: listingId } };
  if ((await ctx.db.listing.findUnique({ where, select: { id: true } })) === null) return false;
  await requestReconcileNow(ctx, listingId);
  return true;
}

type Stock = { readonly id: StockedItemId; readonly title: string; readonly stock: number };

function stocksOf({ db, shop }: ShopContext, listingId: ListingId): Promise<readonly Stock[]> {
  return db.listedVariant.findMany({
    where: { shopId: shop.id, listingId },
    select: { id: true, title: true, stock: true },
    orderBy: { supplierVariantId: "asc" },
  });
}

const NAMED = 3;

/** "Large: 9 became 4 at the supplier. Shopify is being compared." */
export function foundWords(before: readonly Stock[], after: readonly Stock[]): string {
  const was = new Map(before.map(({ id, stock }) => [id, stock]));
  const changed = after.filter(({ id, stock }) => was.get(id) !== stock);
  const compared = "Shopify is compared now, and put right where it differs.";
  if (changed.length === 0) return `The supplier's stock is as Karwan knew it. ${compared}`;
  const named = changed.slice(0, NAMED).map(({ id, title, stock }) => {
    return `${title || "Stock"}: ${was.get(id) ?? 0} became ${stock}`;
  });
  const more = changed.length > NAMED ? `, and ${changed.length - NAMED} more` : "";
  return `${named.join(", ")}${more} at the supplier. ${compared}`;
}
