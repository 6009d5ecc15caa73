import { createHash } from "node:crypto";
import { SkuMissing } from "#app/domain/messages/failures/mapping-failure.ts";
import { loadListingSettings } from "#app/domain/policy/pricing/load-settings.server.ts";
import { planAvailable } from "#app/domain/stock-work/plan-available.ts";
import {
  recordShopifyQuantityUnknown,
  requestStockReconcile,
} from "#app/domain/stock-work/request-stock-reconcile.server.ts";
import { AppError } from "#app/platform/errors.ts";
import type { InventoryItemGid, LocationGid, StockedItemId, VariantGid } from "#app/platform/ids.ts";
import { activateInventory } from "#app/shopify/operations/inventory/activate-inventory.ts";
import {
  type InventoryLevel,
  listInventoryLevels,
} from "#app/shopify/operations/inventory/list-inventory-levels.ts";
import { type QuantityChange, setQuantities } from "#app/shopify/operations/inventory/set-quantities.ts";
import { trackInventory } from "#app/shopify/operations/inventory/track-inventory.ts";
import type { ShopifyProduct } from "#app/shopify/operations/products/to-shopify-product.ts";
import type { MappedRow } from "./mapped-rows.server.ts";
import { stockOfParts } from "./mapping-part.ts";
import type { MappingRun } from "./mapping-run.ts";

const LEVELS_PER_READ = 50;
const CHANGES_PER_WRITE = 250;

type MappedStockedItem = {
  readonly row: MappedRow;
  readonly itemGid: InventoryItemGid;
  readonly hasSku: boolean;
  readonly level: InventoryLevel | null;
};

/**
 * Stocks mapped variants at our location, with what the service has (R32, R43). Stock at the merchant's own locations is
 * theirs and stays: which location ships is Shopify's routing, by the merchant's own order of locations. What stands at ours
 * already is kept by the work of stock alone, which knows what the service took since its last figure: of two who write it, one
 * would note his quantity over the other's.
 */
export async function stockMapping(
  run: MappingRun,
  product: ShopifyProduct,
  rows: readonly MappedRow[],
): Promise<void> {
  const items = new Map(product.variants.map((variant) => [variant.id, variant]));
  const levels = await readLevels(run, product);
  const stockedItems: MappedStockedItem[] = [];
  for (const row of rows) {
    const variant = items.get(row.variantGid);
    if (variant === undefined) continue;
    if (!variant.tracked) await trackInventory(run.admin, variant.inventoryItemId);
    const itemGid = variant.inventoryItemId;
    stockedItems.push({
      row,
      itemGid,
      hasSku: Boolean(variant.sku),
      level: levels.find((each) => isAt(each, itemGid, run.locationGid)) ?? null,
    });
  }
  await activateItems(run, stockedItems);
  const isKept = ({ row, level }: MappedStockedItem) => row.pushedQuantity !== null && level !== null;
  await writeFirstQuantities(
    run,
    stockedItems.filter((item) => !isKept(item)),
  );
  await leaveToStockWork(run, stockedItems.filter(isKept));
}

async function readLevels(run: MappingRun, product: ShopifyProduct): Promise<readonly InventoryLevel[]> {
  const ids = product.variants.map(({ inventoryItemId }) => inventoryItemId);
  const levels: InventoryLevel[] = [];
  for (let at = 0; at < ids.length; at += LEVELS_PER_READ) {
    levels.push(...(await listInventoryLevels(run.admin, ids.slice(at, at + LEVELS_PER_READ))));
  }
  return levels;
}

function isAt(level: InventoryLevel, inventoryItemId: InventoryItemGid, locationId: LocationGid): boolean {
  return level.active && level.inventoryItemId === inventoryItemId && level.locationId === locationId;
}

/** Which items we put there ourselves is written down before it is done (idea 3): only those are ever taken away. */
async function activateItems(run: MappingRun, items: readonly MappedStockedItem[]): Promise<void> {
  const unstocked = items.filter(({ level }) => level === null);
  if (unstocked.length === 0) return;
  if (unstocked.some(({ hasSku }) => !hasSku)) throw new SkuMissing();
  const missing = unstocked.map(({ itemGid }) => itemGid);
  const { shop, mapping, locationGid } = run;
  await run.db.$executeRaw`
    update product_mapping set activated = (select jsonb_agg(distinct each)
      from jsonb_array_elements(activated || to_jsonb(${missing}::text[])) as each)
    where shop_id = ${shop.id}::uuid and id = ${mapping.id}::uuid`;
  for (const inventoryItemId of missing) {
    const key = `mapping/${run.occasion}/${inventoryItemId}`;
    await activateInventory(run.admin, { inventoryItemId, locationId: locationGid, key });
  }
}

/** Units in open orders are left out whole; which of them the service knows already is the stock push's to see. */
async function writeFirstQuantities(run: MappingRun, items: readonly MappedStockedItem[]): Promise<void> {
  if (items.length === 0) return;
  const { stockBuffer } = await loadListingSettings(run);
  const planned = items.map(({ row, itemGid, level }) => {
    const facts = { serviceStock: stockOfParts(row.parts), buffer: stockBuffer };
    const quantity = planAvailable({ ...facts, sold: level?.committed ?? 0 });
    return {
      variantGid: row.variantGid,
      inventoryItemId: itemGid,
      quantity,
      changeFrom: level?.available ?? 0,
    };
  });
  const changes = planned
    .filter(({ quantity, changeFrom }) => quantity !== changeFrom)
    .map(({ inventoryItemId, quantity, changeFrom }) => ({ inventoryItemId, quantity, changeFrom }));
  const left = new Set<string>();
  for (let at = 0; at < changes.length; at += CHANGES_PER_WRITE) {
    const part = changes.slice(at, at + CHANGES_PER_WRITE);
    const { staleIds, goneIds, refused } = await setQuantities(run.admin, {
      ...{ locationId: run.locationGid, changes: part },
      keyOf: (list) => keyOf(run, list),
    });
    if (staleIds.length > 0) {
      throw new AppError("stock_moved", "Stock moved while a product was being mapped", { retryable: true });
    }
    for (const id of [...goneIds, ...refused.map(({ inventoryItemId }) => inventoryItemId)]) left.add(id);
  }
  await saveQuantities(run, planned, left);
}

/** Their quantities are read in Shopify before they are written again: their rows were written anew meanwhile. */
async function leaveToStockWork(run: MappingRun, items: readonly MappedStockedItem[]): Promise<void> {
  if (items.length === 0) return;
  const { shop, mapping } = run;
  await run.db.$transaction(async (tx) => {
    const ids: StockedItemId[] = [];
    for (const { row, itemGid: inventoryItemGid } of items) {
      const where = { shopId: shop.id, mode: mapping.mode, variantGid: row.variantGid };
      const kept = { where, data: { inventoryItemGid }, select: { id: true } };
      ids.push(...(await tx.stockedItem.updateManyAndReturn(kept)).map(({ id }) => id));
    }
    await recordShopifyQuantityUnknown(tx, shop.id, ids);
    await requestStockReconcile(tx, shop.id, ids);
  });
}

function keyOf({ occasion }: MappingRun, changes: readonly QuantityChange[]): string {
  const content = createHash("sha256").update(JSON.stringify(changes)).digest("hex").slice(0, 32);
  return `mapping/${occasion}/${content}`;
}

type PlannedQuantity = {
  readonly variantGid: VariantGid;
  readonly inventoryItemId: InventoryItemGid;
  readonly quantity: number;
};

async function saveQuantities(
  run: MappingRun,
  planned: readonly PlannedQuantity[],
  left: ReadonlySet<string>,
): Promise<void> {
  const { shop, mapping } = run;
  await run.db.$transaction(async (tx) => {
    const ids: StockedItemId[] = [];
    for (const { variantGid, inventoryItemId, quantity } of planned) {
      const where = { shopId: shop.id, mode: mapping.mode, variantGid };
      const pushedQuantity = left.has(inventoryItemId) ? null : quantity;
      const data = { pushedQuantity, inventoryItemGid: inventoryItemId };
      const select = { id: true };
      ids.push(...(await tx.stockedItem.updateManyAndReturn({ where, data, select })).map(({ id }) => id));
    }
    // From here on their quantities are kept by the work of stock, which knows what is placed.
    await requestStockReconcile(tx, shop.id, ids);
  });
}
