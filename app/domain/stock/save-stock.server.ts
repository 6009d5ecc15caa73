import { Prisma } from "@prisma/client";
import type { Db } from "#app/platform/db.server.ts";

/** What the service said about the stock of one variant, and when by its own clock. */
export type StockReport = { readonly supplierVariantId: string; readonly stock: number; readonly at: Date };

export type StockSource = "event" | "sweep" | "check";

type Place = { readonly shopId: string; readonly mode: string; readonly by: StockSource };

/** Rows whose quantity in Shopify may be another one by now. */
export type ChangedStock = {
  readonly listingVariantIds: readonly string[];
  readonly linkIds: readonly string[];
};

/** Where the service's figure is kept: of imported variants, and of the parts of variants a person linked. */
const places = {
  variant: { table: Prisma.raw("listing_variant"), id: Prisma.raw("id") },
  part: { table: Prisma.raw("variant_link_part"), id: Prisma.raw("link_id") },
} as const;

/**
 * Writes what the service said about stock: older news never overwrites newer, and of two said at one moment the lower
 * counts. Units it took between the two sayings are no longer missing from its figure, which changes ours too.
 */
export async function saveStock(
  tx: Db,
  place: Place,
  reports: readonly StockReport[],
): Promise<ChangedStock> {
  const newest = keepNewest(reports);
  if (newest.length === 0) return { listingVariantIds: [], linkIds: [] };
  const variants = await saveIn(tx, place, "variant", newest);
  const parts = await saveIn(tx, place, "part", newest);
  return { listingVariantIds: variants, linkIds: [...new Set(parts)] };
}

async function saveIn(
  tx: Db,
  { shopId, mode, by }: Place,
  where: keyof typeof places,
  reports: readonly StockReport[],
): Promise<string[]> {
  const { table, id } = places[where];
  const ids = reports.map(({ supplierVariantId }) => supplierVariantId);
  const stocks = reports.map(({ stock }) => Math.max(0, stock));
  const ats = reports.map(({ at }) => at);
  const saidBy = where === "variant" ? Prisma.sql`, stock_by = ${by}` : Prisma.empty;
  // Locked in the order of ids, so that two who write the same rows do not wait for each other in a circle.
  const rows = await tx.$queryRaw<{ id: string }[]>`
    with known as (
      select row.${id} as id, row.stock as before, row.stock_at as before_at, said.*
      from ${table} as row
      join unnest(${ids}::text[], ${stocks}::int[], ${ats}::timestamptz[]) as said (variant_id, stock, at)
        on said.variant_id = row.supplier_variant_id
      where row.shop_id = ${shopId}::uuid and row.mode = ${mode}
        and (row.stock_at is null or row.stock_at < said.at
          or (row.stock_at = said.at and said.stock < row.stock))
      order by row.${id}, row.supplier_variant_id for no key update of row
    ),
    saved as (
      update ${table} as row set stock = known.stock, stock_at = known.at ${saidBy}
      from known
      where row.shop_id = ${shopId}::uuid and row.${id} = known.id and row.supplier_variant_id = known.variant_id
    )
    select known.id from known
    where known.stock <> known.before or known.before_at is null or exists (
      select from handoff_item as item
      join handoff on handoff.shop_id = item.shop_id and handoff.id = item.handoff_id
      where item.shop_id = ${shopId}::uuid and item.supplier_variant_id = known.variant_id
        and handoff.mode = ${mode} and handoff.state <> 'refused'
        and coalesce(handoff.taken_at, handoff.placed_at) > known.before_at)`;
  return rows.map((row) => row.id);
}

function keepNewest(reports: readonly StockReport[]): readonly StockReport[] {
  const newest = new Map<string, StockReport>();
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
