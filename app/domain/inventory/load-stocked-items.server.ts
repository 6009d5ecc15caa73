import { Prisma } from "@prisma/client";
import { type ListingSettings, policyOf } from "#app/domain/policy/pricing/listing-policy.ts";
import type { Db } from "#app/platform/database/db.server.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import type { ShopId } from "#app/platform/ids.ts";
import type { Mode } from "#app/supplier/mode.ts";
import type { StockedComponent, StockedItem, StockPolicy } from "./stocked-item.ts";

type ShopModeKey = { readonly shopId: ShopId; readonly mode: Mode };

type StockedItemRow = Omit<StockedItem, "parts" | "policy" | "dueAt"> & {
  readonly dueAt: Date | null;
  readonly parts: readonly (Omit<StockedComponent, "stockAt"> & { readonly stockAt: string })[];
  readonly overrides: unknown;
  readonly cap: number | null;
};

/** What may have another quantity by now, the longest waiting first. A product that is being imported stocks itself. */
export async function listDueStockedItems(
  db: Db,
  place: ShopModeKey,
  settings: ListingSettings,
  limit: number,
): Promise<readonly StockedItem[]> {
  const due = Prisma.sql`row.stock_due_at <= clock_timestamp()`;
  return listStockedItems(db, place, settings, { rows: due, limit });
}

/** The shelves of one listing and of what is linked to its product, due or not. */
export async function listStockedItemsByIds(
  db: Db,
  place: ShopModeKey,
  settings: ListingSettings,
  ids: { readonly listingVariantIds: readonly string[]; readonly linkIds: readonly string[] },
): Promise<readonly StockedItem[]> {
  const all = [...ids.listingVariantIds, ...ids.linkIds];
  return listStockedItems(db, place, settings, {
    rows: Prisma.sql`row.id = any(${all}::uuid[])`,
    limit: all.length,
  });
}

/** Whether any item is to be written later: after its import, or once the time it was put off to has come. */
export async function hasWaitingStockedItems(db: Db, { shopId, mode }: ShopModeKey): Promise<boolean> {
  const [found] = await queryRows<{ waits: boolean }>(
    db,
    Prisma.sql`
    select exists (
      select from listing_variant as row
      join listing on listing.shop_id = row.shop_id and listing.id = row.listing_id
      where row.shop_id = ${shopId}::uuid and row.mode = ${mode} and row.inventory_item_gid is not null
        and row.stock_due_at is not null and listing.unlinked_at is null and listing.leaving is null
        and (listing.origin <> 'mapped' or ${isStockedBefore(Prisma.sql`listing.product_gid`)})
        and not exists (
          select from variant_link as link
          where link.shop_id = row.shop_id and link.mode = row.mode and link.variant_gid = row.variant_gid)
    ) or exists (
      select from variant_link as row
      where row.shop_id = ${shopId}::uuid and row.mode = ${mode} and row.inventory_item_gid is not null
        and row.stock_due_at is not null and ${isStockedBefore(Prisma.sql`row.product_gid`)}
    ) as waits`,
  );
  return found?.waits ?? false;
}

/**
 * False for a variant that its mapping has not stocked yet: the mapping writes down first which items it puts at our
 * location, as only those are taken off it again. It writes their first quantity itself.
 */
function isStockedBefore(productGid: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(row.pushed_quantity is not null or not exists (
    select from product_mapping as mapping
    where mapping.shop_id = row.shop_id and mapping.mode = row.mode and mapping.product_gid = ${productGid}
      and mapping.state <> 'ready'))`;
}

async function listStockedItems(
  db: Db,
  { shopId, mode }: ShopModeKey,
  settings: ListingSettings,
  { rows, limit }: { readonly rows: Prisma.Sql; readonly limit: number },
): Promise<readonly StockedItem[]> {
  const found = await queryRows<StockedItemRow>(
    db,
    Prisma.sql`
    select * from (
      select 'variant' as kind, row.id, row.listing_id as "listingId", row.variant_gid as "variantGid",
        row.inventory_item_gid as "inventoryItemGid", row.pushed_quantity as pushed,
        row.stock_moved_at as "movedAt", row.stock_due_at as "dueAt", row.stock_unsure as "isStale", row.stock_cap as cap,
        listing.policy as overrides, not row.offered or row.sales_held_at is not null as "isWithheld",
        jsonb_build_array(jsonb_build_object('supplierVariantId', row.supplier_variant_id, 'perUnit', 1,
          'stock', row.stock, 'stockAt', coalesce(row.stock_at, listing.created_at))) as parts
      from listing_variant as row
      join listing on listing.shop_id = row.shop_id and listing.id = row.listing_id
      where row.shop_id = ${shopId}::uuid and row.mode = ${mode} and row.inventory_item_gid is not null
        and ${rows} and listing.state <> 'importing' and listing.unlinked_at is null and listing.leaving is null
        and (listing.origin <> 'mapped' or ${isStockedBefore(Prisma.sql`listing.product_gid`)})
        and not exists (
          select from variant_link as link
          where link.shop_id = row.shop_id and link.mode = row.mode and link.variant_gid = row.variant_gid)
      union all
      select 'link', row.id, null, row.variant_gid, row.inventory_item_gid, row.pushed_quantity,
        row.stock_moved_at, row.stock_due_at, row.stock_unsure, row.stock_cap, '{}'::jsonb, false,
        (select coalesce(jsonb_agg(jsonb_build_object('supplierVariantId', part.supplier_variant_id,
            'perUnit', greatest(1, part.quantity), 'stock', part.stock,
            'stockAt', coalesce(part.stock_at, row.at))), '[]'::jsonb)
          from variant_link_part as part where part.shop_id = row.shop_id and part.link_id = row.id)
      from variant_link as row
      where row.shop_id = ${shopId}::uuid and row.mode = ${mode} and row.inventory_item_gid is not null
        and ${rows} and ${isStockedBefore(Prisma.sql`row.product_gid`)}
    ) as shelf
    order by "dueAt", id limit ${limit}`,
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
