import { Prisma } from "@prisma/client";
import type { ShopId, StockedItemId, VariantGid } from "#app/platform/ids.ts";
import { requestAgainSql } from "#app/platform/queue/work.server.ts";
import { kindSql, laneSql, workKinds } from "#app/platform/queue/work-kinds.ts";
import type { Mode } from "#app/supplier/mode.ts";

/** A moment in which changes gather, so that many of them are few writes. */
const COALESCE_MS = workKinds["inventory.push"].delayMs;

/**
 * The quantities of these stocked items in Shopify may no longer be right: they are written, or confirmed, by the shop's
 * work `inventory.push`, which comes due by itself. Call inside the transaction that found the reason.
 */
export async function requestStockReconcile(
  tx: Prisma.TransactionClient,
  shopId: ShopId,
  itemIds: readonly StockedItemId[],
): Promise<void> {
  await requestStockReconcileAfter(tx, { shopId, delayMs: COALESCE_MS }, itemIds);
}

/** The same for every stocked item of a mode whose key is in use again. */
export async function requestAllStockReconcile(
  tx: Prisma.TransactionClient,
  shopId: ShopId,
  mode: Mode,
): Promise<void> {
  await clearSharedPushedQuantities(tx, shopId, mode);
  const where = { shopId, mode, inventoryItemGid: { not: null } };
  const items = await tx.stockedItem.findMany({ where, select: { id: true } });
  const itemIds = items.map(({ id }) => id);
  await requestStockReconcile(tx, shopId, itemIds);
}

/** What the other mode's key may have written meanwhile is read in Shopify before it is written again. */
async function clearSharedPushedQuantities(
  tx: Prisma.TransactionClient,
  shopId: ShopId,
  mode: Mode,
): Promise<void> {
  await tx.$executeRaw`
    update stocked_item set pushed_quantity = null where shop_id = ${shopId}::uuid and id in (
      select id from stocked_item
      where shop_id = ${shopId}::uuid and mode = ${mode} and inventory_item_gid in (
        select inventory_item_gid from stocked_item where shop_id = ${shopId}::uuid and mode <> ${mode})
      order by id for no key update)`;
}

/** The same for one who will mark more for so long: what gathers is written in as few lists as it can be. */
export async function requestStockReconcileAfter(
  tx: Prisma.TransactionClient,
  { shopId, delayMs }: { readonly shopId: ShopId; readonly delayMs: number },
  itemIds: readonly StockedItemId[],
): Promise<void> {
  if (itemIds.length === 0) return;
  const { item, stock } = stockReconcileSql(
    { shopId, delayMs },
    { rows: Prisma.sql`row.id = any(${[...itemIds]}::uuid[])`, movedAt: Prisma.sql`row.stock_moved_at` },
  );
  await tx.$executeRaw`with item as (${item}) ${stock}`;
}

/**
 * The same for the stocked items of these Shopify variants, as named parts of a larger statement: each reads from the
 * part called `held`. Shopify may show another quantity for those of `moved`: they are read before they are written
 * again.
 */
export function requestStockReconcileSql(
  shopId: ShopId,
  {
    variantGids,
    moved,
  }: { readonly variantGids: readonly VariantGid[]; readonly moved: readonly VariantGid[] },
): StockReconcileSql {
  const rows = Prisma.sql`row.variant_gid = any(${[...variantGids]}::text[]) and exists (select from held)`;
  const movedAt = Prisma.sql`case when row.variant_gid = any(${[...moved]}::text[])
    then greatest(clock_timestamp(), row.stock_moved_at + interval '1 millisecond') else row.stock_moved_at end`;
  return stockReconcileSql({ shopId, delayMs: COALESCE_MS }, { rows, movedAt });
}

type DueRowsSql = { readonly rows: Prisma.Sql; readonly movedAt: Prisma.Sql };

/** In the order in which they are written: the rows by their ids, and the work last. */
type StockReconcileSql = { readonly item: Prisma.Sql; readonly stock: Prisma.Sql };

function stockReconcileSql(
  { shopId, delayMs }: { readonly shopId: ShopId; readonly delayMs: number },
  { rows, movedAt }: DueRowsSql,
): StockReconcileSql {
  // Always a later moment than before: whoever is writing the quantity just now must not clear this mark.
  const dueAt = Prisma.sql`greatest(clock_timestamp(), row.stock_due_at + interval '1 millisecond')`;
  return {
    item: Prisma.sql`
      update stocked_item as row set stock_moved_at = ${movedAt}, stock_due_at = ${dueAt}
      where row.shop_id = ${shopId}::uuid and row.id in (
        select row.id from stocked_item as row where row.shop_id = ${shopId}::uuid and ${rows}
        order by row.id for no key update)
      returning row.mode`,
    stock: Prisma.sql`
      insert into work (shop_id, kind, subject, lane, next_run_at)
      select ${shopId}::uuid, ${Prisma.raw(kindSql("inventory.push"))}, mode, ${Prisma.raw(laneSql("inventory.push"))},
        clock_timestamp() + ${delayMs}::int * interval '1 millisecond'
      from (select distinct mode from item) as marked
      order by mode
      ${Prisma.raw(requestAgainSql)}`,
  };
}

/**
 * Shopify may show another quantity for these although no order moved them: a read shows whether somebody set them by
 * hand. Call together with `requestStockReconcile`, before it.
 */
export async function recordShopifyQuantityUnknown(
  tx: Prisma.TransactionClient,
  shopId: ShopId,
  itemIds: readonly StockedItemId[],
): Promise<void> {
  await tx.$executeRaw`
    update stocked_item set stock_unsure = true
    where shop_id = ${shopId}::uuid and id in (
      select id from stocked_item where shop_id = ${shopId}::uuid and id = any(${[...itemIds]}::uuid[])
      order by id for no key update)`;
}
