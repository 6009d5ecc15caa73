import { createHash } from "node:crypto";
import type { Listing } from "@prisma/client";
import type { ImportRun } from "#app/domain/catalog/import/import-run.ts";
import { toOwnSku } from "#app/domain/catalog/import/own-sku.ts";
import { planAvailable } from "#app/domain/stock-work/plan-available.ts";
import { AppError } from "#app/platform/errors.ts";
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
import { type QuantityChange, setQuantities } from "#app/shopify/operations/inventory/set-quantities.ts";
import { setSku } from "#app/shopify/operations/inventory/set-sku.ts";
import { findVariants } from "#app/shopify/operations/products/find-variants.ts";
import { zeroInventory } from "./zero-inventory.server.ts";

const LEVELS_PER_READ = 50;
const CHANGES_PER_WRITE = 250;

type StockedVariant = {
  readonly id: StockedItemId;
  readonly supplierVariantId: SupplierVariantId;
  readonly variantGid: VariantGid | null;
  readonly inventoryItemGid: InventoryItemGid;
  readonly stock: number;
};
type PlannedLevel = StockedVariant & { readonly quantity: number; readonly changeFrom: number };

/** Step two: the variants are stocked at our location and nowhere else (R43). */
export async function stockListing(run: ImportRun, listing: Listing): Promise<void> {
  const variants = await listStockedVariants(run, listing);
  const levels = await readLevels(run, variants);
  const planned = await activateAtOurs(run, listing, variants, levels);
  const left = await writeQuantities(run, listing, planned);
  // A product of the merchant's own keeps what they have elsewhere.
  for (const level of listing.origin === "mapped" ? [] : levels) {
    if (level.active && level.locationId !== run.locationGid) await deactivateOrZero(run, listing, level);
  }
  await saveQuantities(run, listing, planned, left);
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
  return rows.flatMap(({ id, supplierVariantId, variantGid, inventoryItemGid, stock }) =>
    inventoryItemGid === null ? [] : [{ id, supplierVariantId, variantGid, inventoryItemGid, stock }],
  );
}

async function readLevels(
  run: ImportRun,
  variants: readonly StockedVariant[],
): Promise<readonly InventoryLevel[]> {
  const levels: InventoryLevel[] = [];
  for (const part of chunk(variants, LEVELS_PER_READ)) {
    levels.push(
      ...(await listInventoryLevels(
        run.admin,
        part.map((variant) => variant.inventoryItemGid),
      )),
    );
  }
  return levels;
}

/** A product that is being imported has no orders we placed: what is committed is not yet known to the service. */
async function activateAtOurs(
  run: ImportRun,
  listing: Listing,
  variants: readonly StockedVariant[],
  levels: readonly InventoryLevel[],
): Promise<readonly PlannedLevel[]> {
  const planned: PlannedLevel[] = [];
  for (const variant of variants) {
    const { inventoryItemGid: inventoryItemId, stock } = variant;
    const level = levels.find((each) => isAt(each, inventoryItemId, run.locationGid));
    if (level === undefined) {
      await activate(run, listing, variant);
    }
    const committed = level?.committed ?? 0;
    const quantity = planAvailable({
      serviceStock: stock,
      buffer: run.settings.stockBuffer,
      sold: committed,
    });
    planned.push({ ...variant, quantity, changeFrom: level?.available ?? 0 });
  }
  return planned;
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

/** Returns the items whose quantity Shopify did not take. */
async function writeQuantities(
  run: ImportRun,
  listing: Listing,
  planned: readonly PlannedLevel[],
): Promise<ReadonlySet<string>> {
  const left = new Set<string>();
  const changed = planned.filter((level) => level.quantity !== level.changeFrom);
  for (const part of chunk(changed, CHANGES_PER_WRITE)) {
    const changes = part.map(({ inventoryItemGid, quantity, changeFrom }) => {
      return { inventoryItemId: inventoryItemGid, quantity, changeFrom };
    });
    const { staleIds, goneIds, refused } = await setQuantities(run.admin, {
      ...{ locationId: run.locationGid, changes },
      keyOf: (list) => keyOf(listing, list),
    });
    if (staleIds.length > 0) {
      throw new AppError("stock_moved", "Stock moved while a product was being imported", {
        retryable: true,
      });
    }
    for (const id of [...goneIds, ...refused.map(({ inventoryItemId }) => inventoryItemId)]) left.add(id);
  }
  return left;
}

/**
 * The same change has the same key, so that a repeat after a lost answer changes nothing more. The row's time is part
 * of it: after the mode went there and back the same change is another one.
 */
function keyOf(listing: Listing, changes: readonly QuantityChange[]): string {
  const step = JSON.stringify([listing.updatedAt.toISOString(), changes]);
  const content = createHash("sha256").update(step).digest("hex").slice(0, 32);
  return `stock/${listing.id}/${content}`;
}

async function saveQuantities(
  run: ImportRun,
  listing: Listing,
  planned: readonly PlannedLevel[],
  left: ReadonlySet<string>,
): Promise<void> {
  const shopId = run.shop.id;
  // What Shopify did not take is named by the work that keeps stock.
  const notTaken = { pushedQuantity: null, stockDueAt: run.clock.now() };
  await run.db.$transaction([
    ...planned.map(({ id, quantity, inventoryItemGid }) =>
      run.db.stockedItem.update({
        where: { shopId_id: { shopId, id } },
        data: left.has(inventoryItemGid) ? notTaken : { pushedQuantity: quantity },
      }),
    ),
    run.db.listing.update({ where: { shopId_id: { shopId, id: listing.id } }, data: { step: "mapping" } }),
  ]);
}

function chunk<T>(entries: readonly T[], size: number): readonly (readonly T[])[] {
  const count = Math.ceil(entries.length / size);
  return Array.from({ length: count }, (_, index) => entries.slice(index * size, (index + 1) * size));
}
