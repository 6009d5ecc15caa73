import type { Listing } from "@prisma/client";
import type { ImportRun } from "#app/domain/catalog/import/import-run.ts";
import { toOwnSku } from "#app/domain/catalog/import/own-sku.ts";
import { lockItems } from "#app/domain/catalog/listings/lock-items.server.ts";
import { requestStockReconcile } from "#app/domain/stock-work/request-stock-reconcile.server.ts";
import type {
  InventoryItemGid,
  LocationGid,
  StockedItemId,
  SupplierVariantId,
  VariantGid,
} from "#app/platform/ids.ts";
import { isShopifyError } from "#app/shopify/errors.ts";
import { activateInventory } from "#app/shopify/operations/inventory/activate-inventory.ts";
import { deactivateInventory } from "#app/shopify/operations/inventory/deactivate-inventory.ts";
import {
  type InventoryLevel,
  listInventoryLevels,
} from "#app/shopify/operations/inventory/list-inventory-levels.ts";
import { setSku } from "#app/shopify/operations/inventory/set-sku.ts";
import { findVariants } from "#app/shopify/operations/products/find-variants.ts";
import { zeroInventory } from "./zero-inventory.server.ts";

const LEVELS_PER_READ = 50;

type StockedVariant = {
  readonly id: StockedItemId;
  readonly supplierVariantId: SupplierVariantId;
  readonly variantGid: VariantGid | null;
  readonly inventoryItemGid: InventoryItemGid;
};

/**
 * Step two: the variants are stocked at our location and nowhere else (R43). Their quantities are written by the work that
 * keeps stock, which alone knows what is held from sale, what the merchant set low and what is placed.
 */
export async function stockListing(run: ImportRun, listing: Listing): Promise<void> {
  const variants = await listStockedVariants(run, listing);
  const levels = await readLevels(run, variants);
  const added = variants.filter(
    ({ inventoryItemGid }) => !levels.some((level) => isAt(level, inventoryItemGid, run.locationGid)),
  );
  for (const variant of added) await activate(run, listing, variant);
  // A product of the merchant's own keeps what they have elsewhere.
  for (const level of listing.origin === "mapped" ? [] : levels) {
    if (level.active && level.locationId !== run.locationGid) await deactivateOrZero(run, listing, level);
  }
  await saveStocked(run, listing, { variants, added });
}

/** Where open orders keep an item, as Shopify moved it there with our location, it is emptied: nobody buys it from there. */
async function deactivateOrZero(run: ImportRun, listing: Listing, level: InventoryLevel): Promise<void> {
  try {
    await deactivateInventory(run.admin, level.id);
  } catch (error) {
    if (!isShopifyError(error, "user_errors")) throw error;
    const { locationId: locationGid, inventoryItemId } = level;
    const key = `away/${listing.id}/${listing.updatedAt.toISOString()}`;
    await zeroInventory(run.admin, { locationGid, inventoryItemGids: [inventoryItemId], key });
  }
}

async function listStockedVariants(run: ImportRun, listing: Listing): Promise<readonly StockedVariant[]> {
  const rows = await run.db.listedVariant.findMany({
    where: { shopId: run.shop.id, listingId: listing.id },
    orderBy: { supplierVariantId: "asc" },
  });
  return rows.flatMap(({ id, supplierVariantId, variantGid, inventoryItemGid }) =>
    inventoryItemGid === null ? [] : [{ id, supplierVariantId, variantGid, inventoryItemGid }],
  );
}

async function readLevels(
  run: ImportRun,
  variants: readonly StockedVariant[],
): Promise<readonly InventoryLevel[]> {
  const levels: InventoryLevel[] = [];
  for (let at = 0; at < variants.length; at += LEVELS_PER_READ) {
    const part = variants.slice(at, at + LEVELS_PER_READ);
    const inventoryItemGids = part.map(({ inventoryItemGid }) => inventoryItemGid);
    levels.push(...(await listInventoryLevels(run.admin, inventoryItemGids)));
  }
  return levels;
}

/** One whose SKU was taken away gets ours: the product is the app's own. */
async function activate(run: ImportRun, listing: Listing, variant: StockedVariant): Promise<void> {
  const { inventoryItemGid: inventoryItemId, variantGid } = variant;
  const key = `stock/${listing.id}/${inventoryItemId}/${run.locationGid}`;
  const input = { inventoryItemId, locationId: run.locationGid };
  try {
    await activateInventory(run.admin, { ...input, key });
  } catch (error) {
    if (!isShopifyError(error, "user_errors") || listing.origin === "mapped") throw error;
    const [existing] = await findVariants(run.admin, variantGid === null ? [] : [variantGid]);
    if (existing === undefined || existing.sku) throw error;
    await setSku(run.admin, { inventoryItemId, sku: toOwnSku(variant.supplierVariantId) });
    await activateInventory(run.admin, { ...input, key: `${key}/sku` });
  }
}

function isAt(level: InventoryLevel, inventoryItemId: InventoryItemGid, locationId: LocationGid): boolean {
  return level.active && level.inventoryItemId === inventoryItemId && level.locationId === locationId;
}

type StockedAtOurs = {
  readonly variants: readonly StockedVariant[];
  /** Those that were not stocked there before. */
  readonly added: readonly StockedVariant[];
};

async function saveStocked(
  run: ImportRun,
  listing: Listing,
  { variants, added }: StockedAtOurs,
): Promise<void> {
  const shopId = run.shop.id;
  const ids = variants.map(({ id }) => id);
  await run.db.$transaction(async (tx) => {
    await lockItems(tx, shopId, ids);
    await tx.stockedItem.updateMany({
      where: { shopId, id: { in: added.map(({ id }) => id) } },
      data: { pushedQuantity: null },
    });
    await tx.listing.update({ where: { shopId_id: { shopId, id: listing.id } }, data: { step: "mapping" } });
    await requestStockReconcile(tx, shopId, ids);
  });
}
