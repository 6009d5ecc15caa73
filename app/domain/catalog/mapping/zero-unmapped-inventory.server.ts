import { zeroInventory } from "#app/domain/catalog/listings/stock/zero-inventory.server.ts";
import { requestStockReconcile } from "#app/domain/stock-work/request-stock-reconcile.server.ts";
import type { InventoryItemGid } from "#app/platform/ids.ts";
import { isShopifyError } from "#app/shopify/errors.ts";
import { deactivateInventory } from "#app/shopify/operations/inventory/deactivate-inventory.ts";
import { listInventoryLevels } from "#app/shopify/operations/inventory/list-inventory-levels.ts";
import { findVariants } from "#app/shopify/operations/products/find-variants.ts";
import { deleteMetafields } from "#app/shopify/operations/shop/delete-metafields.ts";
import { type LeavingVariant, parseActivated, parseLeaving } from "./mapping-columns.ts";
import type { MappingRun } from "./mapping-run.ts";

const VARIANTS_AT_ONCE = 12;

/**
 * What was unmapped cannot be bought from our location any more: its quantity there becomes 0, and where it was us who
 * had it stocked there, it is taken off. Our ids go with it. Each part may be repeated.
 */
export async function zeroUnmappedInventory(run: MappingRun): Promise<void> {
  const { shop, mapping } = run;
  const leaving = parseLeaving(mapping.leaving);
  if (leaving.length === 0) return;
  const activated = new Set(parseActivated(mapping.activated));
  for (let at = 0; at < leaving.length; at += VARIANTS_AT_ONCE) {
    await zeroAndRemove(run, leaving.slice(at, at + VARIANTS_AT_ONCE), activated);
  }
  const left = new Set(leaving.flatMap(({ inventoryItemGid }) => inventoryItemGid ?? []));
  await run.db.$executeRaw`
    update product_mapping set
      leaving = coalesce((select jsonb_agg(each) from jsonb_array_elements(leaving) as each
        where not (each->>'variantGid' = any(${leaving.map(({ variantGid }) => variantGid)}::text[]))), '[]'::jsonb),
      activated = coalesce((select jsonb_agg(each) from jsonb_array_elements(activated) as each
        where not (each #>> '{}' = any(${[...left]}::text[]))), '[]'::jsonb)
    where shop_id = ${shop.id}::uuid and id = ${mapping.id}::uuid`;
  await returnToListing(run, leaving);
}

/** A link made for an order may have stood before an imported variant, which is kept stocked by its listing again. */
async function returnToListing(
  { db, shop, mapping }: MappingRun,
  leaving: readonly LeavingVariant[],
): Promise<void> {
  const gids = leaving.map(({ variantGid }) => variantGid);
  const { mode } = mapping;
  await db.$transaction(async (tx) => {
    const listed = await tx.stockedItem.updateManyAndReturn({
      where: {
        ...{ shopId: shop.id, mode, variantGid: { in: gids } },
        ...{ listingId: { not: null }, inventoryItemGid: { not: null } },
      },
      data: { pushedQuantity: null },
      select: { id: true },
    });
    await requestStockReconcile(
      tx,
      shop.id,
      listed.map(({ id }) => id),
    );
  });
}

async function zeroAndRemove(
  run: MappingRun,
  leaving: readonly LeavingVariant[],
  activated: ReadonlySet<string>,
): Promise<void> {
  const existing = await findVariants(
    run.admin,
    leaving.map(({ variantGid }) => variantGid),
  );
  if (existing.length === 0) return;
  const items = existing.map(({ inventoryItemId }) => inventoryItemId);
  const { locationGid } = run;
  const key = `unmap/${run.occasion}`;
  await zeroInventory(run.admin, { locationGid, inventoryItemGids: items, key });
  await removeFromLocation(
    run,
    items.filter((item) => activated.has(item)),
  );
  await deleteMetafields(
    run.admin,
    existing.flatMap(({ id: ownerId }) => [
      { ownerId, key: "supplier_variant_id" },
      { ownerId, key: "supplier_parts" },
    ]),
  );
}

/** Shopify keeps an item where units are committed, and at its last location: there it stays, with 0 to sell. */
async function removeFromLocation(
  { admin, locationGid, log }: MappingRun,
  items: readonly InventoryItemGid[],
): Promise<void> {
  if (items.length === 0) return;
  const levels = await listInventoryLevels(admin, items);
  for (const level of levels.filter((each) => each.active && each.locationId === locationGid)) {
    try {
      await deactivateInventory(admin, level.id);
    } catch (error) {
      if (!isShopifyError(error, "user_errors")) throw error;
      log.info({ event: "unmapped_item_stays", code: error.code });
    }
  }
}
