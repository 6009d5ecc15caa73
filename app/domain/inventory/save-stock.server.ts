import { Prisma } from "@prisma/client";
import type { StockSource } from "#app/domain/catalog/listings/listing-state.ts";
import type { Db } from "#app/platform/database/db.server.ts";
import type { ShopId, StockedItemId, SupplierVariantId } from "#app/platform/ids.ts";
import type { Mode } from "#app/supplier/mode.ts";

/** What the service said about the stock of one variant, and when by its own clock. */
export type StockReport = {
  readonly supplierVariantId: SupplierVariantId;
  readonly stock: number;
  readonly at: Date;
};

type SaveStockInput = { readonly shopId: ShopId; readonly mode: Mode; readonly by: StockSource };

/**
 * Writes what the service said about stock of the components of stocked items: an older report never overwrites a newer one, and of
 * two said at one moment the lower counts. Units it took between the two sayings are no longer missing from its figure,
 * which changes ours too. Returns the ids of the items whose quantity in Shopify may be another one by now.
 */
export async function saveStock(
  tx: Db,
  { shopId, mode, by }: SaveStockInput,
  reports: readonly StockReport[],
): Promise<readonly StockedItemId[]> {
  const newest = keepNewest(reports);
  if (newest.length === 0) return [];
  // One statement, as each event asks for it. Locked in one order, so that two who write the same rows do not wait
  // for each other in a circle.
  const changed = await tx.$queryRaw<{ id: StockedItemId }[]>`
    with known as (
      select row.item_id as id, row.stock as before, row.stock_at as before_at, said.*
      from stocked_component as row ${newerThanKnown({ shopId, mode }, newest)}
      order by row.item_id, row.supplier_variant_id for no key update of row
    ),
    saved as (
      update stocked_component as row set stock = known.stock, stock_at = known.at, stock_by = ${by}
      from known
      where row.shop_id = ${shopId}::uuid and row.item_id = known.id and row.supplier_variant_id = known.variant_id
    )
    select distinct known.id from known
    where known.stock <> known.before or known.before_at is null or exists (
      select from handoff_item as item
      join handoff on handoff.shop_id = item.shop_id and handoff.id = item.handoff_id
      where item.shop_id = ${shopId}::uuid and item.supplier_variant_id = known.variant_id
        and handoff.mode = ${mode} and handoff.state <> 'refused'
        and coalesce(handoff.taken_at, handoff.placed_at) > known.before_at)`;
  return changed.map(({ id }) => id);
}

/** SQL: joins each row to what was said of its variant, where that is newer than what it holds. */
function newerThanKnown(
  { shopId, mode }: Omit<SaveStockInput, "by">,
  reports: readonly StockReport[],
): Prisma.Sql {
  const ids = reports.map(({ supplierVariantId }) => supplierVariantId);
  const stocks = reports.map(({ stock }) => Math.max(0, stock));
  const ats = reports.map(({ at }) => at);
  return Prisma.sql`
    join unnest(${ids}::text[], ${stocks}::int[], ${ats}::timestamptz[]) as said (variant_id, stock, at)
      on said.variant_id = row.supplier_variant_id
    where row.shop_id = ${shopId}::uuid and row.mode = ${mode}
      and (row.stock_at is null or row.stock_at < said.at
        or (row.stock_at = said.at and said.stock < row.stock))`;
}

function keepNewest(reports: readonly StockReport[]): readonly StockReport[] {
  const newest = new Map<SupplierVariantId, StockReport>();
  for (const report of reports) {
    const known = newest.get(report.supplierVariantId);
    if (!known || isNewer(report, known)) newest.set(report.supplierVariantId, report);
  }
  return [...newest.values()];
}

function isNewer(report: StockReport, known: StockReport): boolean {
  const laterBy = report.at.getTime() - known.at.getTime();
  return laterBy > 0 || (laterBy === 0 && report.stock < known.stock);
}
