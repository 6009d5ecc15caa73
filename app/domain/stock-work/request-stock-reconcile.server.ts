import { Prisma } from "@prisma/client";
import type { ShopId } from "#app/platform/ids.ts";
import { requestAgainSql } from "#app/platform/queue/work.server.ts";
import { kindSql, laneSql, workKinds } from "#app/platform/queue/work-kinds.ts";
import type { Mode } from "#app/supplier/mode.ts";

/** A moment in which changes gather, so that many of them are few writes. */
const COALESCE_MS = workKinds["inventory.push"].delayMs;

/** Rows of variants that were imported, and of VariantLink for those a person linked. */
type StockedItemIds = { readonly listingVariantIds: readonly string[]; readonly linkIds: readonly string[] };

/**
 * The quantities of these variants in Shopify may no longer be right: they are written, or confirmed, by the shop's
 * work `inventory.push`, which comes due by itself. Call inside the transaction that found the
 * reason. `linkIds`: rows of VariantLink, for variants that a person linked.
 */
export async function requestStockReconcile(
  tx: Prisma.TransactionClient,
  shopId: ShopId,
  listingVariantIds: readonly string[],
  linkIds: readonly string[] = [],
): Promise<void> {
  await requestStockReconcileAfter(tx, { shopId, delayMs: COALESCE_MS }, { listingVariantIds, linkIds });
}

/** The same for every stocked item of a mode whose key is in use again. */
export async function requestAllStockReconcile(
  tx: Prisma.TransactionClient,
  shopId: ShopId,
  mode: Mode,
): Promise<void> {
  await clearSharedPushedQuantities(tx, shopId, mode);
  const where = { shopId, mode, inventoryItemGid: { not: null } };
  const select = { id: true } as const;
  const variants = await tx.listingVariant.findMany({ where, select });
  const links = await tx.variantLink.findMany({ where, select });
  const [listingVariantIds = [], linkIds = []] = [variants, links].map((rows) => rows.map(({ id }) => id));
  await requestStockReconcile(tx, shopId, listingVariantIds, linkIds);
}

/** What the other mode's key may have written meanwhile is read in Shopify before it is written again. */
async function clearSharedPushedQuantities(
  tx: Prisma.TransactionClient,
  shopId: ShopId,
  mode: Mode,
): Promise<void> {
  const otherMode = Prisma.sql`
    select inventory_item_gid from listing_variant where shop_id = ${shopId}::uuid and mode <> ${mode}
    union select inventory_item_gid from variant_link where shop_id = ${shopId}::uuid and mode <> ${mode}`;
  await tx.$executeRaw`
    update listing_variant set pushed_quantity = null where shop_id = ${shopId}::uuid and id in (
      select id from listing_variant
      where shop_id = ${shopId}::uuid and mode = ${mode} and inventory_item_gid in (${otherMode})
      order by id for no key update)`;
  await tx.$executeRaw`
    update variant_link set pushed_quantity = null where shop_id = ${shopId}::uuid and id in (
      select id from variant_link
      where shop_id = ${shopId}::uuid and mode = ${mode} and inventory_item_gid in (${otherMode})
      order by id for no key update)`;
}

/** The same for one who will mark more for so long: what gathers is written in as few lists as it can be. */
export async function requestStockReconcileAfter(
  tx: Prisma.TransactionClient,
  { shopId, delayMs }: { readonly shopId: ShopId; readonly delayMs: number },
  { listingVariantIds, linkIds }: StockedItemIds,
): Promise<void> {
  if (listingVariantIds.length + linkIds.length === 0) return;
  const { variant, link, stock } = stockReconcileSql(
    { shopId, delayMs },
    {
      variants: Prisma.sql`row.id = any(${[...listingVariantIds]}::uuid[])`,
      links: Prisma.sql`row.id = any(${[...linkIds]}::uuid[])`,
      movedAt: Prisma.sql`row.stock_moved_at`,
    },
  );
  await tx.$executeRaw`with variant as (${variant}), link as (${link}) ${stock}`;
}

/**
 * The same for the stocked items of these Shopify variants, as named parts of a larger statement: each reads from the
 * part called `held`. Shopify may show another quantity for those of `moved`: they are read before they are written
 * again.
 */
export function requestStockReconcileSql(
  shopId: ShopId,
  { variantGids, moved }: { readonly variantGids: readonly string[]; readonly moved: readonly string[] },
): StockReconcileSql {
  const rows = Prisma.sql`row.variant_gid = any(${[...variantGids]}::text[]) and exists (select from held)`;
  const movedAt = Prisma.sql`case when row.variant_gid = any(${[...moved]}::text[])
    then greatest(clock_timestamp(), row.stock_moved_at + interval '1 millisecond') else row.stock_moved_at end`;
  return stockReconcileSql({ shopId, delayMs: COALESCE_MS }, { variants: rows, links: rows, movedAt });
}

type DueRowsSql = { readonly variants: Prisma.Sql; readonly links: Prisma.Sql; readonly movedAt: Prisma.Sql };

/** In the order in which they are written: the rows by their ids, and the work last. */
type StockReconcileSql = {
  readonly variant: Prisma.Sql;
  readonly link: Prisma.Sql;
  readonly stock: Prisma.Sql;
};

function stockReconcileSql(
  { shopId, delayMs }: { readonly shopId: ShopId; readonly delayMs: number },
  { variants, links, movedAt }: DueRowsSql,
): StockReconcileSql {
  // Always a later moment than before: whoever is writing the quantity just now must not clear this mark.
  const dueAt = Prisma.sql`greatest(clock_timestamp(), row.stock_due_at + interval '1 millisecond')`;
  return {
    variant: Prisma.sql`
      update listing_variant as row set stock_moved_at = ${movedAt}, stock_due_at = ${dueAt}
      where row.shop_id = ${shopId}::uuid and row.id in (
        select row.id from listing_variant as row where row.shop_id = ${shopId}::uuid and ${variants}
        order by row.id for no key update)
      returning row.mode`,
    link: Prisma.sql`
      update variant_link as row set stock_moved_at = ${movedAt}, stock_due_at = ${dueAt}
      where row.shop_id = ${shopId}::uuid and row.id in (
        select row.id from variant_link as row where row.shop_id = ${shopId}::uuid and ${links}
        order by row.id for no key update)
      returning row.mode`,
    stock: Prisma.sql`
      insert into work (shop_id, kind, subject, lane, next_run_at)
      select ${shopId}::uuid, ${Prisma.raw(kindSql("inventory.push"))}, mode, ${Prisma.raw(laneSql("inventory.push"))},
        clock_timestamp() + ${delayMs}::int * interval '1 millisecond'
      from (select mode from variant union select mode from link) as marked
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
  listingVariantIds: readonly string[],
  linkIds: readonly string[] = [],
): Promise<void> {
  await tx.$executeRaw`
    update listing_variant set stock_unsure = true
    where shop_id = ${shopId}::uuid and id in (
      select id from listing_variant where shop_id = ${shopId}::uuid and id = any(${[...listingVariantIds]}::uuid[])
      order by id for no key update)`;
  await tx.$executeRaw`
    update variant_link set stock_unsure = true
    where shop_id = ${shopId}::uuid and id in (
      select id from variant_link where shop_id = ${shopId}::uuid and id = any(${[...linkIds]}::uuid[])
      order by id for no key update)`;
}
