import { Prisma } from "@prisma/client";
import { type ListingSettings, policyOf } from "#app/domain/policy/pricing/listing-policy.ts";
import type { Db } from "#app/platform/database/db.server.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import type { ShopId, StockedItemId } from "#app/platform/ids.ts";
import type { Mode } from "#app/supplier/mode.ts";
import type { StockedComponent, StockedItem, StockPolicy } from "./stocked-item.ts";

type ShopModeKey = { readonly shopId: ShopId; readonly mode: Mode };

type StockedItemRow = Omit<StockedItem, "parts" | "policy" | "dueAt"> & {
  readonly dueAt: Date | null;
  readonly parts: readonly (Omit<StockedComponent, "stockAt"> & { readonly stockAt: string })[];
  readonly overrides: unknown;
  readonly cap: number | null;
};

/** What may have another quantity by now, the longest waiting first. */
export async function listDueStockedItems(
  db: Db,
  place: ShopModeKey,
  settings: ListingSettings,
  limit: number,
): Promise<readonly StockedItem[]> {
  const due = Prisma.sql`row.stock_due_at <= clock_timestamp()`;
  return listStockedItems(db, place, settings, { rows: due, limit });
}

/** These items, due or not. */
export async function listStockedItemsByIds(
  db: Db,
  place: ShopModeKey,
  settings: ListingSettings,
  ids: readonly StockedItemId[],
): Promise<readonly StockedItem[]> {
  const rows = Prisma.sql`row.id = any(${[...ids]}::uuid[])`;
  return listStockedItems(db, place, settings, { rows, limit: ids.length });
}

/** Whether any item is to be written later: after its import, or once the time it was put off to has come. */
export async function hasWaitingStockedItems(db: Db, { shopId, mode }: ShopModeKey): Promise<boolean> {
  const [found] = await queryRows<{ waits: boolean }>(
    db,
    Prisma.sql`
    select exists (
      select from stocked_item as row
      left join listing on listing.shop_id = row.shop_id and listing.id = row.listing_id
      left join variant_link as link on link.shop_id = row.shop_id and link.id = row.id
      where row.shop_id = ${shopId}::uuid and row.mode = ${mode} and row.inventory_item_gid is not null
        and row.stock_due_at is not null and listing.unlinked_at is null and listing.leaving is null
        and ${isStockedBeforeSql} and ${isNotLinkedBesideSql}
    ) as waits`,
  );
  return found?.waits ?? false;
}

/** SQL: a link of the same variant in the same mode wins over what is listed. */
export const isNotLinkedBesideSql = Prisma.sql`(row.listing_id is null or not exists (
    select from stocked_item as linked
    where linked.shop_id = row.shop_id and linked.mode = row.mode and linked.variant_gid = row.variant_gid
      and linked.listing_id is null))`;

/**
 * SQL: false for an item that its import has not put at our location yet. What stands there is kept, as the service may not
 * answer the rest of an import for hours.
 */
const isAtOurLocationSql = Prisma.sql`(listing.id is null or listing.state <> 'importing'
    or listing.step in ('mapping', 'done')
    or (listing.step in ('adopt', 'stock') and row.pushed_quantity is not null))`;

/** SQL: whether we keep the quantity of an item, `row`, of a `listing` or none. */
export const isKeptSql = Prisma.sql`${isAtOurLocationSql}
    and listing.unlinked_at is null and listing.leaving is null and ${isNotLinkedBesideSql}`;

/**
 * SQL: false for a variant that its mapping has not stocked yet: the mapping writes down first which items it puts at our
 * location, as only those are taken off it again. It writes their first quantity itself.
 */
const isStockedBeforeSql = Prisma.sql`(row.pushed_quantity is not null or listing.origin <> 'mapped' or not exists (
    select from product_mapping as mapping
    where mapping.shop_id = row.shop_id and mapping.mode = row.mode and mapping.state <> 'ready'
      and mapping.product_gid = coalesce(listing.product_gid, link.product_gid)))`;

async function listStockedItems(
  db: Db,
  { shopId, mode }: ShopModeKey,
  settings: ListingSettings,
  { rows, limit }: { readonly rows: Prisma.Sql; readonly limit: number },
): Promise<readonly StockedItem[]> {
  const found = await queryRows<StockedItemRow>(
    db,
    Prisma.sql`
    select row.id, row.listing_id as "listingId", row.variant_gid as "variantGid",
      row.inventory_item_gid as "inventoryItemGid", row.pushed_quantity as pushed,
      row.stock_moved_at as "movedAt", row.stock_due_at as "dueAt", row.stock_unsure as "isStale", row.stock_cap as cap,
      coalesce(listing.policy, '{}'::jsonb) as overrides,
      coalesce(not variant.offered or variant.sales_held_at is not null, false) as "isWithheld",
      (select coalesce(jsonb_agg(jsonb_build_object('supplierVariantId', component.supplier_variant_id,
          'perUnit', component.quantity, 'stock', component.stock,
          'stockAt', coalesce(component.stock_at, row.created_at))), '[]'::jsonb)
        from stocked_component as component
        where component.shop_id = row.shop_id and component.item_id = row.id) as parts
    from stocked_item as row
    left join listing on listing.shop_id = row.shop_id and listing.id = row.listing_id
    left join listing_variant as variant on variant.shop_id = row.shop_id and variant.id = row.id
    left join variant_link as link on link.shop_id = row.shop_id and link.id = row.id
    where row.shop_id = ${shopId}::uuid and row.mode = ${mode} and row.inventory_item_gid is not null
      and ${rows} and ${isKeptSql} and ${isStockedBeforeSql}
    order by row.stock_due_at, row.id limit ${limit}`,
  );
  return found.map(({ overrides, cap, parts, ...item }) => ({
    ...item,
    dueAt: item.dueAt ?? new Date(0),
    policy: toPolicy(settings, overrides, cap),
    parts: parts.map((part) => ({ ...part, stockAt: new Date(part.stockAt) })),
  }));
}

function toPolicy(settings: ListingSettings, overrides: unknown, cap: number | null): StockPolicy {
  const policy = policyOf(settings, overrides);
  const leavesEdits = policy.whenStockEdited === "leave";
  return {
    buffer: policy.stockBuffer,
    cap: leavesEdits ? cap : null,
    leavesEdits,
    keepsSelling: policy.whenOutOfStock === "nothing",
  };
}
