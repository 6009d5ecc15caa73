import { Prisma } from "@prisma/client";
import type { ShopId } from "#app/platform/ids.ts";
import type { Mode } from "#app/supplier/mode.ts";

type ShopMode = { readonly shopId: ShopId; readonly mode: Mode };

/**
 * Holds the variants of listings. Whoever writes both holds variants first, in the order of ids, as the writing of stock
 * does; else one that goes the other way waits for it in a circle.
 */
export async function lockVariants(
  tx: Prisma.TransactionClient,
  { shopId, mode }: ShopMode,
  productIds: readonly string[],
): Promise<void> {
  await tx.$queryRaw`
    select id from listing_variant where shop_id = ${shopId}::uuid and listing_id in (
      select id from listing
      where shop_id = ${shopId}::uuid and mode = ${mode} and supplier_product_id = any(${[...productIds]}::text[]))
    order by id for no key update`;
}

/** When the service said something of a variant's price, or whether it is offered, by its own clock. */
export type VariantReport = { readonly supplierVariantId: string; readonly at: Date };

/**
 * Keeps when each variant was last told of. Returns those of ours of which nothing newer was heard before, from whatever
 * source: an event that comes late knows less than what was read meanwhile.
 */
export async function recordReportedAt(
  tx: Prisma.TransactionClient,
  place: ShopMode,
  reports: readonly VariantReport[],
): Promise<ReadonlySet<string>> {
  const newest = new Map<string, Date>();
  for (const { supplierVariantId: id, at } of reports) {
    const known = newest.get(id);
    if (known === undefined || at > known) newest.set(id, at);
  }
  if (newest.size === 0) return new Set();
  const kept = await lockReportedRows(tx, place, [...newest.keys()]);
  const isLate = ({ supplierVariantId: id, toldAt }: ReportedRow) =>
    toldAt !== null && (newest.get(id) ?? toldAt) < toldAt;
  const late = new Set(kept.filter(isLate).map(({ supplierVariantId }) => supplierVariantId));
  const fresh = kept.filter(({ supplierVariantId }) => !late.has(supplierVariantId));
  for (const table of ["variant", "part"] as const) {
    const ids = new Set(fresh.flatMap((each) => (each.table === table ? [each.supplierVariantId] : [])));
    await writeReportedAt(
      tx,
      place,
      table,
      [...newest].filter(([id]) => ids.has(id)),
    );
  }
  return new Set(fresh.map(({ supplierVariantId }) => supplierVariantId));
}

const tables = {
  variant: Prisma.raw("listing_variant"),
  part: Prisma.raw("variant_link_part"),
} as const;

/** When a row of ours was last told of; a variant may be both imported and part of what a person linked. */
type ReportedRow = {
  readonly table: keyof typeof tables;
  readonly supplierVariantId: string;
  readonly toldAt: Date | null;
};

async function lockReportedRows(
  tx: Prisma.TransactionClient,
  { shopId, mode }: ShopMode,
  ids: readonly string[],
): Promise<readonly ReportedRow[]> {
  return tx.$queryRaw<ReportedRow[]>`
    with variant as (
      select supplier_variant_id, told_at from listing_variant
      where shop_id = ${shopId}::uuid and mode = ${mode} and supplier_variant_id = any(${[...ids]}::text[])
      order by id for no key update
    ),
    part as (
      select supplier_variant_id, told_at from variant_link_part
      where shop_id = ${shopId}::uuid and mode = ${mode} and supplier_variant_id = any(${[...ids]}::text[])
      order by link_id, supplier_variant_id for no key update
    )
    select 'variant' as table, supplier_variant_id as "supplierVariantId", told_at as "toldAt" from variant
    union all select 'part', supplier_variant_id, told_at from part`;
}

async function writeReportedAt(
  tx: Prisma.TransactionClient,
  { shopId, mode }: ShopMode,
  table: keyof typeof tables,
  reports: readonly (readonly [string, Date])[],
): Promise<void> {
  if (reports.length === 0) return;
  const ids = reports.map(([id]) => id);
  const ats = reports.map(([, at]) => at);
  await tx.$executeRaw`
    update ${tables[table]} as row set told_at = told.at
    from unnest(${ids}::text[], ${ats}::timestamptz[]) as told (id, at)
    where row.shop_id = ${shopId}::uuid and row.mode = ${mode} and row.supplier_variant_id = told.id`;
}
