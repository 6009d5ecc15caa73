import type { Listing, Prisma } from "@prisma/client";
import type { WayToLeave } from "#app/domain/catalog/listings/listing-state.ts";
import {
  requestListingReconcile,
  toListingWork,
} from "#app/domain/catalog/listings/request-listing-reconcile.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import type { InventoryItemGid, ListingId, ProductGid, ShopId } from "#app/platform/ids.ts";
import { listInventoryLevels } from "#app/shopify/operations/inventory/list-inventory-levels.ts";

export type LeavingOutcome =
  | { readonly kind: "begun" }
  | { readonly kind: "not_found" }
  /** It is being imported just now, or is not in the store. */
  | { readonly kind: "not_now" }
  /** It was the merchant's before: its variants are unmapped instead. */
  | { readonly kind: "mapped" }
  /** So many units of it are in open orders, which could not be placed any more. */
  | { readonly kind: "in_open_orders"; readonly units: number };

type LeavingDeps = Pick<ShopContext, "shop" | "db" | "clock" | "wake" | "admin">;

/**
 * *Unlink*: the product stays in the shop, hidden where it is not kept, its stock at our location is 0, and the service
 * syncs it no longer. Only the request is written here; the listing's work carries it out, and goes on after a crash.
 */
export function unlinkListing(
  ctx: LeavingDeps,
  input: { readonly listingId: ListingId; readonly by: string; readonly keepProduct: boolean },
): Promise<LeavingOutcome> {
  return leave(ctx, { ...input, way: input.keepProduct ? "unlink_keep" : "unlink_hide" });
}

/** *Delete*: the product is deleted in Shopify as well; refused while open orders hold units of it. */
export function deleteListing(
  ctx: LeavingDeps,
  input: { readonly listingId: ListingId; readonly by: string },
): Promise<LeavingOutcome> {
  return leave(ctx, { ...input, way: "delete" });
}

type LeavingInput = { readonly listingId: ListingId; readonly by: string; readonly way: WayToLeave };

async function leave(ctx: LeavingDeps, { listingId, by, way }: LeavingInput): Promise<LeavingOutcome> {
  const shopId = ctx.shop.id;
  const where = { shopId_id: { shopId, id: listingId } };
  const found = await ctx.db.listing.findUnique({ where, include: { variants: true } });
  if (found === null) return { kind: "not_found" };
  if (found.origin === "mapped") return { kind: "mapped" };
  if (way === "delete") {
    const items = found.variants.flatMap(({ inventoryItemGid }) => inventoryItemGid ?? []);
    const units = await countCommitted(ctx, items);
    if (units > 0) return { kind: "in_open_orders", units };
  }
  const outcome = await ctx.db.$transaction(async (tx): Promise<LeavingOutcome> => {
    const listing = await tx.listing.findUniqueOrThrow({ where });
    if (listing.leaving !== null || hasLeft(listing)) return { kind: "begun" };
    if (listing.state === "importing" || isGone(listing)) return { kind: "not_now" };
    await tx.listing.update({ where, data: { leaving: way } });
    const fact = { thing: "listing", thingId: listingId, actor: "person", by } as const;
    const code = way === "delete" ? "delete_pressed" : "unlink_pressed";
    await recordFact(tx, shopId, { ...fact, code, at: ctx.clock.now() });
    await requestListingReconcile(tx, shopId, [listingId]);
    return { kind: "begun" };
  });
  if (outcome.kind === "begun") await ctx.wake(toListingWork([listingId]));
  return outcome;
}

/** Asked for once more, by a worker that died or a second press. */
function hasLeft({ productGid, unlinkedAt }: Listing): boolean {
  return productGid === null && unlinkedAt !== null;
}

function isGone({ productGid, importId }: Listing): boolean {
  return productGid === null && importId === null;
}

async function countCommitted(
  { admin, shop }: LeavingDeps,
  items: readonly InventoryItemGid[],
): Promise<number> {
  let units = 0;
  for (let at = 0; at < items.length; at += 50) {
    const levels = await listInventoryLevels(admin, items.slice(at, at + 50));
    for (const level of levels) {
      if (level.active && level.locationId === shop.locationGid) units += level.committed;
    }
  }
  return units;
}

/** Shopify says the product was deleted: all listings of it leave. Returns those that do. */
export async function applyProductDeletion(
  tx: Prisma.TransactionClient,
  shopId: ShopId,
  productGid: ProductGid,
): Promise<readonly string[]> {
  const rows = await tx.listing.updateManyAndReturn({
    where: { shopId, productGid },
    data: { leaving: "deleted" },
    select: { id: true },
  });
  return requestListingReconcile(
    tx,
    shopId,
    rows.map(({ id }) => id),
  );
}
