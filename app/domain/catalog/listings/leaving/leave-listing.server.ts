import { Prisma } from "@prisma/client";
import { resolveAttention } from "#app/domain/attention/open-attention.server.ts";
import { listImportsOfOthers } from "#app/domain/catalog/adoption/imports-of-others.server.ts";
import type { LoadedListing } from "#app/domain/catalog/listings/run/listing-sync.server.ts";
import { zeroInventory } from "#app/domain/catalog/listings/stock/zero-inventory.server.ts";
import { lockVariants } from "#app/domain/catalog/listings/sync/record-reported-at.server.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import { AppError } from "#app/platform/errors.ts";
import type { ProductGid } from "#app/platform/ids.ts";
import { failpoint } from "#app/platform/process/failpoint.ts";
import { isShopifyError } from "#app/shopify/errors.ts";
import { deactivateInventory } from "#app/shopify/operations/inventory/deactivate-inventory.ts";
import { listInventoryLevels } from "#app/shopify/operations/inventory/list-inventory-levels.ts";
import { deleteProduct } from "#app/shopify/operations/products/delete-product.ts";
import { getListedProduct } from "#app/shopify/operations/products/get-listed-product.ts";
import { setProductStatus } from "#app/shopify/operations/products/set-product-status.ts";
import { deleteMetafields } from "#app/shopify/operations/shop/delete-metafields.ts";
import { isSupplierError } from "#app/supplier/errors.ts";

const LEVELS_PER_READ = 50;

/**
 * Carries a leaving to its end: nobody can buy the product from our location, the service syncs it no longer, and our rows
 * point at nothing. Every part may be repeated, so that one that died is simply run again.
 * @throws AppError `begun_anew` when a press has begun to add it as another product since; our rows stay that one's
 */
export async function leaveListing(found: LoadedListing): Promise<void> {
  const { listing, ctx } = found;
  if (listing.productGid !== null && listing.leaving !== "deleted")
    await leaveShopify(found, listing.productGid);
  failpoint("N4");
  await forgetAtService(found);
  failpoint("N5");
  const isDeleted = listing.leaving === "delete" || listing.leaving === "deleted";
  await found.claim.lease.transaction(async (tx) => {
    const shopId = ctx.shop.id;
    const now = ctx.clock.now();
    const ofListing = { shopId, listingId: listing.id };
    await lockVariants(tx, listing, [listing.supplierProductId]);
    await tx.listingVariant.updateMany({
      where: ofListing,
      data: { pushedPricePkr: null, pushedCostPkr: null, costDueAt: null, salesHeldAt: null },
    });
    await tx.stockedItem.updateMany({
      where: ofListing,
      data: { variantGid: null, inventoryItemGid: null, pushedQuantity: null, stockDueAt: null },
    });
    const { count } = await tx.listing.updateMany({
      where: { shopId, id: listing.id, leaving: listing.leaving },
      data: {
        ...{ leaving: null, unlinkedAt: now, productGid: null, importId: null, step: "product" },
        ...(isDeleted
          ? { state: "failed", failure: "deleted_in_shopify" }
          : { state: "unlinked", failure: null }),
        ...{ locked: {}, written: Prisma.DbNull, seen: Prisma.DbNull, seenAt: null, syncFailure: null },
        ...{ takenOut: null, takenOutAt: null, takenOutFor: null, syncReported: null },
      },
    });
    if (count === 0) throw new AppError("begun_anew", "It is added anew meanwhile", { retryable: true });
    const subject = { thing: "listing", thingId: listing.id } as const;
    await resolveAttention(tx, { shopId, now }, subject, { by: "karwan" });
    const code = isDeleted ? "listing_deleted" : "listing_unlinked";
    await recordFact(tx, shopId, { ...subject, actor: "karwan", code, at: now });
  });
}

async function leaveShopify(found: LoadedListing, productGid: ProductGid): Promise<void> {
  const { ctx, claim, listing } = found;
  const product = await getListedProduct(ctx.admin, productGid);
  if (product === null) return;
  await claim.lease.assertHeld();
  if (listing.leaving === "delete") return deleteProduct(ctx.admin, productGid);
  await leaveLocation(found);
  if (listing.leaving === "unlink_hide" && product.status === "ACTIVE") {
    await setProductStatus(ctx.admin, { productId: productGid, status: "DRAFT" });
  }
  await deleteMetafields(ctx.admin, [{ ownerId: productGid, key: "supplier_product_id" }]);
}

/** Its stock at our location is set to 0 and deactivated; where it is stocked nowhere else, Shopify keeps the level, with 0. */
async function leaveLocation({ ctx, claim, listing }: LoadedListing): Promise<void> {
  const { locationGid } = ctx.shop;
  if (locationGid === null) return;
  const items = listing.variants.flatMap(({ inventoryItemGid }) => inventoryItemGid ?? []);
  // Each run has its own: what was put back since the last one is taken away again.
  const key = `leave/${listing.id}/${claim.lease.token}`;
  await zeroInventory(ctx.admin, { locationGid, inventoryItemGids: items, key });
  for (let at = 0; at < items.length; at += LEVELS_PER_READ) {
    const levels = await listInventoryLevels(ctx.admin, items.slice(at, at + LEVELS_PER_READ));
    for (const level of levels.filter((each) => each.active && each.locationId === locationGid)) {
      await deactivateInventory(ctx.admin, level.id).catch((error: unknown) => {
        if (!isShopifyError(error, "user_errors")) throw error;
      });
    }
  }
}

/** `DELETE /imports/{id}`; one that is gone already is what was wanted. What another shop uses is left to it. */
async function forgetAtService({ ctx, listing }: LoadedListing): Promise<void> {
  const supplier = ctx.supplierIn(listing.mode);
  if (supplier === null || listing.importId === null) return;
  if ((await listImportsOfOthers(ctx.db, listing, [listing.importId])).size > 0) return;
  try {
    await supplier.deleteImport(listing.importId);
  } catch (error) {
    if (!isSupplierError(error) || error.kind !== "definite" || error.code !== "not_found") throw error;
  }
}
