import {
  recordShopifyQuantityUnknown,
  requestStockReconcile,
} from "#app/domain/stock-work/request-stock-reconcile.server.ts";
import { type Position, type SweepRun, type SweepStep, textOf } from "#app/domain/sweeps/sweep-run.ts";
import type { InventoryItemGid, ListingId, ShopId, StockedItemId, VariantGid } from "#app/platform/ids.ts";
import { readStockLevels } from "#app/shopify/operations/inventory/read-stock-levels.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { isKeptSql } from "./load-stocked-items.server.ts";
import { loadKnownCommittedUnits } from "./load-units-not-in-supplier-stock.server.ts";

/** Three points each: a page takes three seconds' worth of the smallest plan's budget. */
const ITEMS_PER_PAGE = 100;
/** A seventh of that budget; the rest is for orders and people. */
const PAUSE_MS = 20_000;

type StockedItemRow = {
  readonly id: StockedItemId;
  readonly gid: InventoryItemGid;
  readonly variantGid: VariantGid | null;
  readonly pushed: number;
  readonly listingId: ListingId | null;
};

/**
 * Compares what stands in Shopify with what we wrote there, slowly: a quantity set by hand, or a change that was lost.
 * What differs is looked at again by the work that writes, which tells and mends it. What is due anyway is left out.
 */
export async function sweepShopifyStock({ ctx }: SweepRun, position: Position | null): Promise<SweepStep> {
  const { locationGid, id: shopId } = ctx.shop;
  const mode = ctx.connection?.mode;
  if (locationGid === null || mode === undefined) return { next: null, tally: {} };
  const rows = await listNext(ctx.db, { shopId, mode }, textOf(position, "after"));
  if (rows.length === 0) return { next: null, tally: {} };
  const committed = await loadKnownCommittedUnits(
    ctx.db,
    shopId,
    rows.flatMap(({ variantGid }) => variantGid ?? []),
  );
  const read = await readStockLevels(ctx.admin, {
    inventoryItemIds: rows.map(({ gid }) => gid),
    locationId: locationGid,
  });
  const levels = new Map(read.map((level) => [level.inventoryItemId, level]));
  const differs = rows.filter((row) => {
    const level = levels.get(row.gid);
    // A sale our rows do not have yet is no difference: its order is on its way to us.
    const known = row.variantGid === null ? undefined : committed.get(row.variantGid);
    if (level && level.committed > (known ?? 0)) return false;
    return level?.available !== row.pushed;
  });
  const agrees = rows.filter((row) => levels.get(row.gid)?.available === row.pushed);
  const differentIds = differs.map(({ id }) => id);
  const isLast = rows.length < ITEMS_PER_PAGE;
  return {
    next: isLast ? null : { after: rows.at(-1)?.id ?? "" },
    tally: { seen: rows.length, mended: differs.length },
    ...(isLast ? {} : { pauseMs: PAUSE_MS }),
    write: async (tx) => {
      await recordShopifyQuantityUnknown(tx, shopId, differentIds);
      await tx.listing.updateMany({
        where: {
          shopId,
          id: { in: agrees.flatMap(({ listingId }) => listingId ?? []) },
          items: { none: { stockDueAt: { not: null }, inventoryItemGid: { not: null } } },
          NOT: { id: { in: differs.flatMap(({ listingId }) => listingId ?? []) } },
        },
        data: { confirmedAt: ctx.clock.now(), confirmedBy: "sweep" },
      });
      await requestStockReconcile(tx, shopId, differentIds);
      return undefined;
    },
  };
}

async function listNext(
  db: SweepRun["ctx"]["db"],
  { shopId, mode }: { readonly shopId: ShopId; readonly mode: Mode },
  after: string | null,
): Promise<readonly StockedItemRow[]> {
  const from = after ?? "00000000-0000-0000-0000-000000000000";
  return db.$queryRaw<StockedItemRow[]>`
    select row.id, row.inventory_item_gid as gid, row.variant_gid as "variantGid",
      row.pushed_quantity as pushed, row.listing_id as "listingId"
    from stocked_item as row
    left join listing on listing.shop_id = row.shop_id and listing.id = row.listing_id
    where row.shop_id = ${shopId}::uuid and row.mode = ${mode} and row.id > ${from}::uuid
      and row.inventory_item_gid is not null and row.pushed_quantity is not null
      and row.stock_due_at is null and row.stock_moved_at is null
      and ${isKeptSql}
    order by row.id limit ${ITEMS_PER_PAGE}`;
}
