import { Prisma } from "@prisma/client";
import { lockWholeItems } from "#app/domain/catalog/listings/lock-items.server.ts";
import type { ShopId, SupplierProductId, SupplierVariantId } from "#app/platform/ids.ts";
import type { Mode } from "#app/supplier/mode.ts";

type ShopMode = { readonly shopId: ShopId; readonly mode: Mode };

/** Holds what is made of some products of the service's, before their listings are written. */
export async function lockVariants(
  tx: Prisma.TransactionClient,
  { shopId, mode }: ShopMode,
  productIds: readonly SupplierProductId[],
): Promise<void> {
  await lockWholeItems(
    tx,
    shopId,
    Prisma.sql`mode = ${mode} and supplier_product_id = any(${[...productIds]}::text[])`,
  );
}

/** When the service said something of a variant's price, or whether it is offered, by its own clock. */
export type VariantReport = { readonly supplierVariantId: SupplierVariantId; readonly at: Date };

/**
 * Keeps when each variant was last reported. Returns those of ours of which nothing newer was known before, from whatever
 * source: an event that comes late knows less than what was read meanwhile.
 */
export async function recordReportedAt(
  tx: Prisma.TransactionClient,
  place: ShopMode,
  reports: readonly VariantReport[],
): Promise<ReadonlySet<SupplierVariantId>> {
  const newest = new Map<SupplierVariantId, Date>();
  for (const { supplierVariantId: id, at } of reports) {
    const known = newest.get(id);
    if (known === undefined || at > known) newest.set(id, at);
  }
  if (newest.size === 0) return new Set();
  const kept = await lockReportedRows(tx, place, [...newest.keys()]);
  const isLate = ({ supplierVariantId: id, reportedAt }: ReportedRow) =>
    reportedAt !== null && (newest.get(id) ?? reportedAt) < reportedAt;
  const late = new Set(kept.filter(isLate).map(({ supplierVariantId }) => supplierVariantId));
  const fresh = kept.filter(({ supplierVariantId }) => !late.has(supplierVariantId));
  const ids = new Set(fresh.map(({ supplierVariantId }) => supplierVariantId));
  await writeReportedAt(
    tx,
    place,
    [...newest].filter(([id]) => ids.has(id)),
  );
  return ids;
}

/** When a component was last reported; a variant may be both imported and in what a person linked. */
type ReportedRow = { readonly supplierVariantId: SupplierVariantId; readonly reportedAt: Date | null };

async function lockReportedRows(
  tx: Prisma.TransactionClient,
  { shopId, mode }: ShopMode,
  ids: readonly SupplierVariantId[],
): Promise<readonly ReportedRow[]> {
  return tx.$queryRaw<ReportedRow[]>`
    select supplier_variant_id as "supplierVariantId", told_at as "reportedAt" from stocked_component
    where shop_id = ${shopId}::uuid and mode = ${mode} and supplier_variant_id = any(${[...ids]}::text[])
    order by item_id, supplier_variant_id for no key update`;
}

async function writeReportedAt(
  tx: Prisma.TransactionClient,
  { shopId, mode }: ShopMode,
  reports: readonly (readonly [SupplierVariantId, Date])[],
): Promise<void> {
  if (reports.length === 0) return;
  const ids = reports.map(([id]) => id);
  const ats = reports.map(([, at]) => at);
  await tx.$executeRaw`
    update stocked_component as row set told_at = reported.at
    from unnest(${ids}::text[], ${ats}::timestamptz[]) as reported (id, at)
    where row.shop_id = ${shopId}::uuid and row.mode = ${mode} and row.supplier_variant_id = reported.id`;
}
