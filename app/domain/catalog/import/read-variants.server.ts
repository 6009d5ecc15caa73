import { type Listing, type ListingVariant, Prisma } from "@prisma/client";
import { NotAdopted } from "#app/domain/messages/failures/import-failure.ts";
import { deactivateInventory } from "#app/shopify/operations/inventory/deactivate-inventory.ts";
import { listInventoryLevels } from "#app/shopify/operations/inventory/list-inventory-levels.ts";
import { findProduct } from "#app/shopify/operations/products/find-product.ts";
import {
  listProductVariants,
  type VariantOfProduct,
} from "#app/shopify/operations/products/list-product-variants.ts";
import type { ImportRun } from "./import-run.ts";

type LinkedListing = {
  readonly listing: Listing;
  readonly pairs: readonly { readonly row: ListingVariant; readonly variant: VariantOfProduct }[];
};

/**
 * Step two, for products made just now: which of Shopify's variants is which of ours, read for all of them at once, and
 * that they are stocked at our location only (R43). Returns those that could not be linked, with why.
 */
export async function readVariants(
  run: ImportRun,
  listings: readonly Listing[],
): Promise<readonly { readonly listing: Listing; readonly error: unknown }[]> {
  if (listings.length === 0) return [];
  const rows = await run.db.listingVariant.findMany({
    where: { shopId: run.shop.id, listingId: { in: listings.map(({ id }) => id) } },
  });
  const rowsOf = Map.groupBy(rows, ({ listingId }) => listingId);
  const found = await listProductVariants(
    run.admin,
    listings.flatMap(({ productGid }) => productGid ?? []),
  );
  const failed: { listing: Listing; error: unknown }[] = [];
  for (const listing of listings) {
    try {
      const own = rowsOf.get(listing.id) ?? [];
      const linked = pair(listing, own, found) ?? (await readOne(run, listing, own));
      await leaveOtherPlaces(run, linked);
      await saveLinks(run, linked);
    } catch (error) {
      failed.push({ listing, error });
    }
  }
  return failed;
}

/** Null unless every variant was found. */
function pair(
  listing: Listing,
  rows: readonly ListingVariant[],
  found: readonly VariantOfProduct[],
): LinkedListing | null {
  const byId = new Map(found.map((variant) => [variant.supplierVariantId, variant]));
  const pairs = rows.flatMap((row) => {
    const variant = byId.get(row.supplierVariantId);
    return variant === undefined ? [] : [{ row, variant }];
  });
  return pairs.length === rows.length ? { listing, pairs } : null;
}

/** Shopify's search may not know what was made a moment ago: by its id a product is always found. */
async function readOne(
  run: ImportRun,
  listing: Listing,
  rows: readonly ListingVariant[],
): Promise<LinkedListing> {
  const product =
    listing.productGid === null ? null : await findProduct(run.admin, { id: listing.productGid });
  if (product === null) throw new NotAdopted("deleted_in_shopify");
  const levels = await listInventoryLevels(
    run.admin,
    product.variants.map(({ inventoryItemId }) => inventoryItemId),
  );
  const variants = product.variants.map(({ id, supplierVariantId, inventoryItemId }) => ({
    ...{ id, supplierVariantId, inventoryItemId },
    levels: levels.filter((level) => level.active && level.inventoryItemId === inventoryItemId),
  }));
  const linked = pair(listing, rows, variants);
  if (linked === null) throw new NotAdopted("deleted_in_shopify");
  return linked;
}

async function leaveOtherPlaces(run: ImportRun, { pairs }: LinkedListing): Promise<void> {
  for (const level of pairs.flatMap(({ variant }) => variant.levels)) {
    if (level.locationId !== run.locationGid) await deactivateInventory(run.admin, level.id);
  }
}

async function saveLinks(run: ImportRun, { listing, pairs }: LinkedListing): Promise<void> {
  const shopId = run.shop.id;
  // A variant that Shopify did not stock at ours is stocked by the step of its own.
  const isAtOurs = ({ levels }: VariantOfProduct) =>
    levels.some(({ locationId }) => locationId === run.locationGid);
  const isStocked = pairs.every(({ variant }) => isAtOurs(variant));
  const links = pairs.map(
    ({ row, variant }) =>
      Prisma.sql`(${row.id}::uuid, ${variant.id}, ${variant.inventoryItemId}, ${isAtOurs(variant)}::boolean)`,
  );
  await run.db.$transaction([
    run.db.$executeRaw`
      update stocked_item set variant_gid = link.variant_gid, inventory_item_gid = link.item_gid,
        pushed_quantity = case when link.is_stocked then pushed_quantity end
      from (values ${Prisma.join(links)}) as link (id, variant_gid, item_gid, is_stocked)
      where shop_id = ${shopId}::uuid and stocked_item.id = link.id`,
    run.db.listing.update({
      where: { shopId_id: { shopId, id: listing.id } },
      data: { step: isStocked ? "mapping" : "stock" },
    }),
  ]);
}
